-- Applications that describe themselves at an address, which is then their client_id, instead of registering (OAuth Client
-- ID Metadata Document). Those that registered have neither column.

ALTER TABLE oauth_clients ADD COLUMN document_url TEXT;

-- Until when what was read of the document counts.
ALTER TABLE oauth_clients ADD COLUMN fresh_until BIGINT;

CREATE UNIQUE INDEX oauth_clients_document ON oauth_clients (document_url);

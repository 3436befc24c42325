"""Verifies deliveries with the official library: verify_webhooks.py FILE SECRET...

FILE holds a JSON list of {"headers": {...}, "body": "..."}. Every delivery must verify with every secret, and none once
its body is another.
"""

import json
import sys

from standardwebhooks.webhooks import Webhook, WebhookVerificationError

path, secrets = sys.argv[1], sys.argv[2:]
with open(path, encoding="utf-8") as file:
    deliveries = json.load(file)
for secret in secrets:
    # What does not begin with whsec_ is the key itself.
    webhook = Webhook(secret if secret.startswith("whsec_") else secret.encode())
    for delivery in deliveries:
        told = webhook.verify(delivery["body"], delivery["headers"])
        assert told["id"] == delivery["headers"]["webhook-id"], told
        try:
            webhook.verify(delivery["body"] + " ", delivery["headers"])
        except WebhookVerificationError:
            continue
        sys.exit("another body verified as well")
print(len(deliveries), "verified")

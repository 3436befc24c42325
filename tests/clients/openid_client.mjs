// openid-client's discovery as it comes, and where OAuth has it: argv is the base URL.
import assert from "node:assert/strict";
import * as client from "openid-client";

const base = process.argv[2];
for (const algorithm of ["oidc", "oauth2"]) {
  const options = { algorithm, execute: [client.allowInsecureRequests] };
  const found = await client.discovery(new URL(base), "an-application", undefined, client.None(), options);
  const metadata = found.serverMetadata();
  assert.equal(metadata.issuer, base);
  assert.equal(metadata.token_endpoint, `${base}/oauth/token`);
  assert.ok(metadata.supportsPKCE());
}
console.log("ok");

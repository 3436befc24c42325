// Verifies deliveries with the official library: verify-webhooks.mjs FILE SECRET...
// FILE holds a JSON list of {"headers": {...}, "body": "..."}; every delivery must verify with every secret.
import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const [path, ...secrets] = process.argv.slice(2);
const deliveries = JSON.parse(readFileSync(path, "utf-8"));
for (const secret of secrets) {
  const webhook = new Webhook(secret);
  for (const { headers, body } of deliveries) {
    const told = webhook.verify(body, headers);
    if (told.id !== headers["webhook-id"]) throw new Error(`${told.id} is not the delivery's id`);
  }
}
console.log(deliveries.length, "verified");

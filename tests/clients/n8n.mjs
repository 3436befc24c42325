// A workflow for n8n, run by n8n's own packages: the nodes of n8n-nodes-base, the credential's type, the expressions and the
// execution of n8n-core, without the editor, the database and the queue. argv is the workflow, the base URL of a running
// service, a key and, if it is wanted, a text that the workflow's start hands on as a person pins data to a node.
// What each node returned is printed as JSON. What only other nodes need, databases and clouds, package.json leaves empty.
import assert from "node:assert/strict";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

const [file, base, key, text] = process.argv.slice(2);
assert.ok(file && base && key, "n8n.mjs WORKFLOW.json BASE_URL API_KEY [TEXT]");

// n8n reads its settings as it is loaded. Its folder is not the user's, and it tells nobody anything.
const folder = mkdtempSync(join(tmpdir(), "n8n-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));
for (const name of Object.keys(process.env)) if (/^(N8N_|EXPRESSION_|(https?|all|no)_proxy$)/i.test(name)) delete process.env[name];
Object.assign(process.env, {
  N8N_USER_FOLDER: folder,
  N8N_LOG_LEVEL: "silent",
  N8N_DIAGNOSTICS_ENABLED: "false",
  N8N_VERSION_NOTIFICATIONS_ENABLED: "false",
  N8N_TEMPLATES_ENABLED: "false",
});

const require = createRequire(import.meta.url);
const { ExecutionLifecycleHooks, LazyPackageDirectoryLoader, WorkflowExecute } = require("n8n-core");
const { Expression, NodeHelpers, Workflow } = require("n8n-workflow");

// n8n's two nodes and all its credentials, found and loaded as n8n does.
const nodes = "n8n-nodes-base";
const directory = dirname(require.resolve(`${nodes}/package.json`));
const loader = new LazyPackageDirectoryLoader(directory, [], [`${nodes}.manualTrigger`, `${nodes}.httpRequest`]);
await loader.loadAll();
assert.ok(loader.isLazyLoaded);
const type = (name) => {
  assert.ok(name.startsWith(`${nodes}.`), name);
  return loader.getNode(name.slice(nodes.length + 1)).type;
};
const nodeTypes = {
  getByName: type,
  getByNameAndVersion: (name, version) => NodeHelpers.getVersionedNodeType(type(name), version),
  getKnownTypes: () => loader.known.nodes,
};

// The workflow as it is after its import, where a person has chosen the credential and the address of the service.
const workflow = JSON.parse(readFileSync(file, "utf8"));
const credential = { id: "1", name: "Recollect" };
for (const node of workflow.nodes) {
  const { description } = nodeTypes.getByNameAndVersion(node.type, node.typeVersion) ?? assert.fail(`${node.name}: no version ${node.typeVersion}`);
  assert.ok([description.version].flat().includes(node.typeVersion), `${node.name}: no version ${node.typeVersion}`);
  // What n8n would drop, because the node has no such parameter or does not show it, would be missing here.
  const known = NodeHelpers.getNodeParameters(description.properties, node.parameters, true, false, node, description);
  for (const [name, value] of Object.entries(node.parameters)) assert.deepEqual(known[name], value, `${node.name}: ${name}`);
  assert.equal(NodeHelpers.getNodeParametersIssues(description.properties, node, description), null, node.name);
  if (node.parameters.url) node.parameters.url = node.parameters.url.replace("http://localhost:3033", base);
  if (node.parameters.genericAuthType) node.credentials = { [node.parameters.genericAuthType]: credential };
}

// The header credential, as it is filled in by the documentation. Nothing else of n8n's helper is needed by the nodes.
const credentialsHelper = {
  isCredentialUsableByNode: () => true,
  getParentTypes: () => [],
  getDecrypted: async (_, chosen, wanted) => {
    assert.deepEqual(chosen, credential);
    assert.equal(wanted, "httpHeaderAuth");
    const { properties } = loader.getCredential(wanted).type;
    return NodeHelpers.getNodeParameters(properties, { name: "Authorization", value: `Bearer ${key}` }, true, false, null, null);
  },
};

// n8n evaluates expressions in isolated-vm, which is compiled for some versions of Node, and else, if it is told so, in QuickJS.
const isolated = () => {
  try {
    return Boolean(require("isolated-vm"));
  } catch {
    return false;
  }
};
await Expression.initExpressionEngine({
  engine: isolated() ? "vm" : "quickjs",
  bridgeTimeout: 5000,
  bridgeMemoryLimit: 128,
  poolSize: 1,
  maxCodeCacheSize: 1024,
});

const pinData = text === undefined ? undefined : { [workflow.nodes[0].name]: [{ json: { text } }] };
const made = new Workflow({ id: "1", ...workflow, active: false, nodeTypes, pinData });
const additionalData = {
  credentialsHelper,
  executionId: "1",
  currentNodeExecutionIndex: 0,
  hooks: new ExecutionLifecycleHooks("manual", "1", workflow),
  variables: {},
  webhookWaitingBaseUrl: base,
  formWaitingBaseUrl: base,
};
try {
  const { data, status } = await new WorkflowExecute(additionalData, "manual").run({ workflow: made, pinData });
  const { error, runData } = data.resultData;
  if (error) throw error;
  assert.equal(status, "success");
  // Each node was run once, and what it put out goes on from its only output.
  const returned = workflow.nodes.map(({ name }) => {
    assert.equal(runData[name]?.length, 1, `${name} was run`);
    return [name, runData[name][0].data.main[0].map((item) => item.json)];
  });
  console.log(JSON.stringify(Object.fromEntries(returned), null, 2));
} catch (failed) {
  console.error(`${failed.node?.name ?? "workflow"}: ${failed.message}${failed.description ? `: ${failed.description}` : ""}\n${failed.stack}`);
  process.exitCode = 1;
} finally {
  await Expression.disposeExpressionEngine();
}

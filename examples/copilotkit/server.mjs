// A CopilotKit runtime before the trip agent, by the official packages: `npm install && node server.mjs`.
// TRIPS is the agent's AG-UI address; TOKEN is sent to it as the signed-in person's. A CopilotKit page names the agent "trips"
// and this address: <CopilotKit runtimeUrl="http://localhost:4000/copilotkit" agent="trips">.
import { createServer } from "node:http";
import { HttpAgent } from "@ag-ui/client";
import { CopilotRuntime, ExperimentalEmptyAdapter, copilotRuntimeNodeHttpEndpoint } from "@copilotkit/runtime";

const { TRIPS = "http://127.0.0.1:8484/agui", TOKEN = "", PORT = "4000" } = process.env;
const headers = TOKEN ? { authorization: `Bearer ${TOKEN}` } : {};
const runtime = new CopilotRuntime({ agents: { trips: new HttpAgent({ url: TRIPS, headers }) } });
const handle = copilotRuntimeNodeHttpEndpoint({ endpoint: "/copilotkit", runtime, serviceAdapter: new ExperimentalEmptyAdapter() });

createServer(handle).listen(Number(PORT), "127.0.0.1", () => console.log(`CopilotKit runtime: http://127.0.0.1:${PORT}/copilotkit`));

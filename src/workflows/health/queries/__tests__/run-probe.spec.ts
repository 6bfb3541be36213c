import { once } from "node:events"
import { createServer, type Server } from "node:http"
import type { MedusaContainer } from "@medusajs/framework/types"
import { parseAssumptions } from "../../../../gateway/assumptions"
import { createRateLimiter } from "../../../../gateway/client/call"
import { runProbe } from "../../check-health"

const NETWORKS = [{ chain: "evm", networkId: "base-sepolia", title: "Base Sepolia", stage: "sandbox" }]
const TOKENS = [
  { chain: "evm", networkId: "base-sepolia", token: "USDC", decimals: 6, contractAddress: "0x1" },
]

let server: Server
let baseUrl: string
const seen: string[] = []

beforeAll(async () => {
  server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    const body = request.url === "/networks" ? NETWORKS : request.url === "/tokens" ? TOKENS : undefined
    response.writeHead(body ? 200 : 404, { "content-type": "application/json" })
    response.end(JSON.stringify(body ?? { error: { code: "NOT_FOUND", message: "no" } }))
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}`
})
beforeEach(() => void seen.splice(0))
afterAll(() => void server.close())

/** A store whose settings name the network's title. */
function storeOf(environment: "live" | "sandbox"): Pick<MedusaContainer, "resolve"> {
  const onchain = {
    options: {
      ...{ baseUrl, businessId: "biz_1", apiKey: "key_of_the_shop", environment },
      assumptions: parseAssumptions({ fields: { network: { name: "title", environment: "stage" } } }),
      tuning: { callTimeoutMs: 10_000 },
    },
    checkout: { rateLimiter: createRateLimiter(Date.now) },
  }
  return { resolve: (() => onchain) as MedusaContainer["resolve"] }
}

describe("the probe of a store", () => {
  it("only reads in live, and compares with the store's own settings", async () => {
    const probe = await runProbe(storeOf("live") as MedusaContainer)
    expect(seen.filter((call) => !call.startsWith("GET "))).toEqual([])
    expect(probe).toMatchObject({ is_reached: true, proposals: [], assumptions: {} })
    expect(probe.endpoints).toContainEqual({
      endpoint: "listNetworks",
      ok: true,
      http_status: 200,
      reason: null,
    })
    expect(JSON.stringify(probe)).not.toContain("key_of_the_shop")
  })

  it("runs once for operators who ask together, and again for a later one", async () => {
    const store = storeOf("live") as MedusaContainer
    const [first, second] = await Promise.all([runProbe(store), runProbe(store)])
    expect(second).toBe(first)
    expect(seen.filter((call) => call === "GET /networks")).toHaveLength(1)
    expect(await runProbe(store)).not.toBe(first)
  })
})

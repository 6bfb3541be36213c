import { errorOf, inProcess } from "./in-process"

const sandbox = inProcess({ seed: "one" })
const live = inProcess({ seed: "one", environment: "live" })

describe("environments", () => {
  it("refuse each other's keys", async () => {
    for (const [here, there] of [
      [sandbox, live],
      [live, sandbox],
    ] as const) {
      for (const key of [there.credentials.apiKey, there.credentials.payoutApiKey]) {
        const answer = await here.get("/networks", key)
        expect(errorOf(answer)).toMatchObject({ status: 401, code: "UNAUTHORIZED" })
        expect(answer.text).toContain(`a key for ${there.credentials.environment}`)
        expect(answer.text).not.toContain(key)
      }
      const answer = await here.dashboard("/settings", undefined, there.credentials.dashboardSession)
      expect(answer.status).toBe(401)
    }
  })

  it("show live networks and tokens only to a live business", async () => {
    const idsOf = async ({ get }: typeof live, path: string) => {
      const { data } = JSON.parse((await get(path)).text) as { data: { networkId: string }[] }
      return [...new Set(data.map(({ networkId }) => networkId))].sort()
    }
    const mainnets = ["base-mainnet", "bnb-mainnet", "eth-mainnet", "sol-mainnet", "stellar-mainnet"]
    for (const path of ["/networks", "/networks/supported", "/tokens"]) {
      expect(await idsOf(live, path)).toEqual(mainnets)
    }
    const all = [...mainnets, "base-sepolia", "eth-sepolia", "nova-mainnet", "sol-devnet"].sort()
    expect(await idsOf(sandbox, "/networks")).toEqual(all)
  })

  it("limit a live business to live networks", async () => {
    const body = { amount: "5", chain: "evm", token: "USDC" }
    const create = (networkId: string) => live.post(live.invoicesPath, { ...body, networkId })
    expect((await create("base-mainnet")).status).toBe(201)
    expect(errorOf(await create("base-sepolia"))).toMatchObject({ status: 400, fields: ["networkId"] })
    expect(live.control.state()).toMatchObject({ environment: "live" })
  })
})

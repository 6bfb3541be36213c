import { parseAssumptions } from "../../gateway/assumptions"
import { parseToken, unwrapList } from "../../gateway/contract"
import { errorOf, inProcess } from "./in-process"

const assumptions = parseAssumptions()

describe("lists", () => {
  it.each([
    ["limit=0", "limit"],
    ["limit=x", "limit"],
    ["cursor=inv_0", "cursor"],
  ])("refuses %s", async (query, field) => {
    const { get, invoicesPath } = inProcess()
    expect(errorOf(await get(`${invoicesPath}?${query}`))).toMatchObject({ status: 400, fields: [field] })
  })

  it("lists tokens with decimals that differ by network", async () => {
    const { get } = inProcess()
    const of = async (networkId: string) => {
      const { items } = unwrapList((await get(`/tokens?networkId=${networkId}`)).body, "token", assumptions)
      return Object.fromEntries(
        items.map((item) => parseToken(item, assumptions)).map(({ token, decimals }) => [token, decimals])
      )
    }
    expect(await of("base-mainnet")).toEqual({ ETH: 18, USDC: 6 })
    expect(await of("bnb-mainnet")).toEqual({ BNB: 18, USDT: 18, USDC: 18 })
    expect(await of("stellar-mainnet")).toEqual({ XLM: 7, USDC: 7, USDT: 7 })
    expect(await of("moon")).toEqual({})
    expect(unwrapList((await get("/tokens")).body, "token", assumptions).items).toHaveLength(21)
  })
})

describe("assumptions", () => {
  it("stop the start when they are invalid", () => {
    expect(() => inProcess({ assumptions: { signature: { toleranceMs: -1 } } })).toThrow("toleranceMs")
  })
})

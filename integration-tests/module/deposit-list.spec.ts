import { DepositList, type DepositPage } from "../../src/modules/onchain/deposit/deposit-store"
import { describeTables } from "./onchain-module"
import { inReview, scope } from "./rows"

describeTables(({ knex }) => {
  const list = new DepositList(knex, scope)
  type Change = Partial<DepositPage> & { by?: "state" }
  const read = async ({ by, ...change }: Change) => {
    const page = { filter: { states: [] }, direction: "desc", limit: 20, offset: 0, ...change } as const
    const { rows, count } = await list.read(page, ...(by ? [by] : []))
    return { ids: rows.map(({ id }) => id), count }
  }

  beforeEach(async () => {
    const at = (minute: number) => `2026-11-21T09:0${minute}:00.000Z`
    await inReview(knex, { depositId: "dep_a", observedAt: at(1) })
    await inReview(knex, { depositId: "dep_b", observedAt: at(2), chain: "sol", networkId: "sol-mainnet" })
    await inReview(knex, { depositId: "dep_c", observedAt: at(3), resolutionStatus: "accepted" })
    const transaction = { txHash: "0x100%_", fromAddress: "GFROM" }
    await inReview(knex, { depositId: "dep_d", observedAt: at(4), transaction, resolutionStatus: "refunded" })
  })

  test("is in order, paged, filtered by any states and details, searched and counted", async () => {
    const [a, b, c, d] = ["dep_a", "dep_b", "dep_c", "dep_d"]
    const open = ["in_review", "refunded"] as const
    const byState = (direction: "asc" | "desc") => ({ by: "state", direction }) as const
    const states = [] as const
    const pages: [Change, string[]][] = [
      [{}, [d, c, b, a]],
      [{ direction: "asc" }, [a, b, c, d]],
      [byState("asc"), [c, a, b, d]],
      [byState("desc"), [d, b, a, c]],
      [{ filter: { states: ["in_review"] } }, [b, a]],
      [{ filter: { states: open } }, [d, b, a]],
      [{ filter: { states: open }, ...byState("asc") }, [a, b, d]],
      [{ limit: 2, offset: 2 }, [b, a]],
      [{ filter: { states: ["in_review", "accepted"] }, limit: 1, offset: 1 }, [b]],
      [{ filter: { states, chain: "sol" } }, [b]],
      [{ filter: { states, network_id: "sol-mainnet" } }, [b]],
      [{ filter: { states: ["accepted"], token: "USDC" } }, [c]],
      [{ filter: { states, q: "DEP_C" } }, [c]],
      [{ filter: { states, q: "0xabc" } }, [c, b, a]],
      [{ filter: { states, q: "gfr" } }, [d]],
      [{ filter: { states, q: "0x100%_" } }, [d]],
      [{ filter: { states, q: "%" } }, []],
    ]
    for (const [change, ids] of pages) {
      const { ids: found, count } = await read(change)
      expect(found).toEqual(ids)
      expect(count).toBe((await read({ ...change, limit: 100, offset: 0 })).ids.length)
    }
  })
})

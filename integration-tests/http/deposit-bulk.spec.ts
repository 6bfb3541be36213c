import type {
  OnchainBulkDepositBody,
  OnchainBulkDepositResponse,
  OnchainBulkDepositResult,
} from "../../src/types/http"
import { awaitDeposit, DepositApi, effectsOf, sendFor } from "./support/deposits"
import { underPayoutOptions } from "./support/payout-options"
import { storeSuite } from "./support/store-suite"

const PATH = "/admin/onchain/deposits/bulk"

storeSuite("several deposits at once", {}, (store) => {
  const api = () => new DepositApi(store.merchant)
  const send = async (body: OnchainBulkDepositBody) =>
    (await store.merchant.post<OnchainBulkDepositResponse>(PATH, body)).results
  const outcomes = (results: OnchainBulkDepositResult[]) => results.map(({ id, result }) => [id, result])

  /** Deposits of these amounts, in review and confirmed by a list. */
  async function inReview(...amounts: string[]): Promise<string[]> {
    const { payment } = await awaitDeposit(store)
    const ids: string[] = []
    for (const amount of amounts) ids.push(await sendFor(store, payment, { amount }))
    for (const id of ids) await api().untilConfirmed(id)
    return ids
  }

  it("are accepted, each once, and one that cannot be does not stop the others", async () => {
    const [first = "", dust = "", last = ""] = await inReview("3", "0.08", "4")
    const rows = (await api().list("?state=in_review")).deposits
    expect(rows.find(({ id }) => id === dust)?.bulk).toMatchObject({
      accept: { is_possible: false, reason: expect.stringContaining("can only be refunded") },
      refund: { is_possible: true, reason: null },
    })
    const ids = [first, dust, "dep_nothing", last, first]
    const results = await send({ action: "accept", ids })
    expect(outcomes(results)).toEqual([
      [first, "done"],
      [dust, "refused"],
      ["dep_nothing", "refused"],
      [last, "done"],
    ])
    expect(results[1]?.message).toContain("can only be refunded")
    expect(results[2]?.message).toContain("There is no deposit dep_nothing")
    for (const id of [first, last]) expect(await api().view(id)).toMatchObject({ state: "accepted" })
    expect(await effectsOf(store, "accept")).toBe(2)

    expect(outcomes(await send({ action: "accept", ids: [first, last] }))).toEqual([
      [first, "conflict"],
      [last, "conflict"],
    ])
    expect(await effectsOf(store, "accept")).toBe(2)
  })

  it("are refunded only by a user who may move money out; accepting needs no such permission", async () => {
    const [id = ""] = await inReview("10")
    await underPayoutOptions(store, { allowedUsers: ["user_treasurer"] }, async () => {
      await expect(send({ action: "refund", ids: [id] })).rejects.toMatchObject({
        response: { status: 403, data: { code: "payouts_not_allowed" } },
      })
      expect(await api().view(id)).toMatchObject({ state: "in_review" })
      expect(outcomes(await send({ action: "accept", ids: [id] }))).toEqual([[id, "done"]])
    })
  })
})

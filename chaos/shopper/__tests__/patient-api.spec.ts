import { HalfWrittenError, insist, type Patience, RefusedError, unlessHalfWritten } from "../patient-api"

const proof = "cart cart_1 is linked to pay_col_1, which is gone"

/** A call of Medusa's that answers with these statuses. */
function calling(statuses: number[], findProof: () => Promise<string | undefined>) {
  const patience: Patience = { retries: 0, startedOver: [] }
  const attempt = () => {
    const status = statuses.shift() ?? 200
    return status === 200 ? Promise.resolve("served") : Promise.reject(new RefusedError(status, "refused"))
  }
  const served = insist(10_000, patience, () => unlessHalfWritten(patience, findProof, attempt))
  return { served, patience }
}

test("a shopper gives up at once what the database proves to be half written, and the proof is kept", async () => {
  const { served, patience } = calling([500, 500], () => Promise.resolve(proof))
  await expect(served).rejects.toThrow(HalfWrittenError)
  expect(patience).toEqual({ retries: 0, startedOver: [proof] })
})

test("a shopper goes on after a 500 without proof", async () => {
  const { served, patience } = calling([500], () => Promise.resolve(undefined))
  await expect(served).resolves.toBe("served")
  expect(patience).toEqual({ retries: 1, startedOver: [] })
})

test("no other answer is worth a look into the database", async () => {
  const { served, patience } = calling([400], () => Promise.reject(new Error("looked")))
  await expect(served).resolves.toBe("served")
  expect(patience.startedOver).toEqual([])
})

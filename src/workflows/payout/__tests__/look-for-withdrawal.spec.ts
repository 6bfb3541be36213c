import { createMedusaContainer } from "@medusajs/framework/utils"
import { GatewayError } from "../../../gateway/client/errors"
import type { Withdrawal } from "../../../gateway/contract"
import type { PayoutSign } from "../../../modules/onchain/payout/payout-service"
import type { WithdrawalRow } from "../../../modules/onchain/payout/withdrawal-store"
import { failedCall } from "../../../modules/onchain/work/__tests__/failed-call"
import { lookForWithdrawal } from "../search-withdrawal"
import { lostRow } from "./lost-row"

/** The list of transactions is read by the store's own worker; here the store in memory stands for it. */
jest.mock("../../finance/workers/sync-transactions", () => ({
  transactionSyncOf: (container: { resolve: (name: string) => { transactionSync: unknown } }) =>
    container.resolve("onchain").transactionSync,
}))

const UNKNOWN_SINCE = new Date("2026-01-02T10:00:00Z")
const BEFORE = new Date("2026-01-02T09:59:59Z")
const row: WithdrawalRow = lostRow({ state_at: UNKNOWN_SINCE, amount: "10", quote_fee: "0.05" })
const withdrawal = (change: Partial<Withdrawal> = {}): Withdrawal => ({
  id: "wd_1",
  status: "completed",
  chain: row.chain,
  networkId: row.network_id,
  token: row.token,
  amount: "10",
  destinationAddress: row.destination_address,
  ...change,
})
const failing = (status: number, isRetryable = false) =>
  failedCall("getWithdrawal", { isRetryable, status, ...(status === 404 && { code: "NOT_FOUND" }) })

/** A store whose copy of the list has some signs, and a service that shows what is behind them. */
function storeWith(facts: {
  signs?: PayoutSign[]
  shown?: Record<string, Withdrawal | GatewayError>
  completeAsOf?: Date | null
  /** Other withdrawals that the service has shown before. */
  known?: string[]
  /** What a person has identified as other payouts. */
  ruledOut?: string[]
  /** What reading the whole list now makes of it. */
  completeAfterReading?: Date
  /** The end of the list is not proven, however much of it is read. */
  isCutShort?: boolean
  /** How long ago the last whole reading began, and how long it took. */
  readAgoMs?: number
  tookMs?: number
}) {
  const container = createMedusaContainer()
  const asked: string[] = []
  const others: string[] = []
  let completeAsOf = facts.completeAsOf === undefined ? UNKNOWN_SINCE : facts.completeAsOf
  const onchain = {
    clock: () => (facts.readAgoMs === undefined ? Date.now() : UNKNOWN_SINCE.getTime() + facts.readAgoMs),
    gateway: {
      hasWithdrawalReads: true,
      getWithdrawal: async (id: string) => {
        asked.push(id)
        const shown = facts.shown?.[id] ?? (id === "wd_known" ? withdrawal({ id }) : failing(404))
        if (shown instanceof GatewayError) throw shown
        return shown
      },
    },
    transactionSync: {
      completeAsOf: async () => completeAsOf,
      wholeTakesMs: async () => facts.tookMs ?? 1_000,
      readQuick: async () => {
        asked.push("the newest")
        return { hasRun: true, isComplete: facts.isCutShort !== true }
      },
      readWhole: async () => {
        asked.push("the whole list")
        completeAsOf = facts.completeAfterReading ?? completeAsOf
        const hasRun = facts.completeAfterReading !== undefined
        return { hasRun, isComplete: hasRun && facts.isCutShort !== true }
      },
    },
    status: { findIncompleteLists: async () => [] },
    payouts: {
      withdrawals: {
        evidence: {
          signsOf: async (_: WithdrawalRow, limit: number) => (facts.signs ?? []).slice(0, limit),
          knownBeside: async () => facts.known ?? ["wd_known"],
          hasTransaction: async () => false,
          ruledOut: async () => facts.ruledOut ?? [],
          noteOther: (_: WithdrawalRow, reference: string) => others.push(reference),
        },
      },
    },
  }
  container.register("onchain", { resolve: () => onchain })
  return { container, asked, others }
}
const sign = (reference: string, amount: string | null = "9.95"): PayoutSign => ({ reference, amount })

describe("whether a search was complete", () => {
  test("it was, when the whole list was read since and everything in it was polled", async () => {
    const { container, asked } = storeWith({})
    expect(await lookForWithdrawal(container, row)).toMatchObject({
      found: null,
      mayBe: [],
      isComplete: true,
    })
    expect(asked).toEqual(["the newest"])
  })

  test.each([null, BEFORE])("it was not, when the whole list was last read %s", async (completeAsOf) => {
    const { container } = storeWith({ completeAsOf })
    expect(await lookForWithdrawal(container, row)).toMatchObject({ isComplete: false })
  })

  test("a thorough one reads the whole list first", async () => {
    const { container, asked } = storeWith({ completeAsOf: BEFORE, completeAfterReading: UNKNOWN_SINCE })
    expect(await lookForWithdrawal(container, row, { isThorough: true })).toMatchObject({ isComplete: true })
    expect(asked).toEqual(["the whole list", "wd_known"])
  })

  test.each<[string, number, number, string]>([
    ["minutes ago and quickly is read again", 2 * 60_000, 5_000, "the whole list"],
    ["a moment ago is not read again", 30_000, 5_000, "the newest"],
    [
      "minutes ago and slowly is not read again: otherwise there would never be a result",
      9 * 60_000,
      6 * 60_000,
      "the newest",
    ],
    ["long ago is read again, however slowly", 11 * 60_000, 6 * 60_000, "the whole list"],
  ])("of a thorough one, a list that was read %s", async (_, readAgoMs, tookMs, read) => {
    const { container, asked } = storeWith({ readAgoMs, tookMs, completeAfterReading: UNKNOWN_SINCE })
    await lookForWithdrawal(container, row, { isThorough: true })
    expect(asked).toEqual([read, "wd_known"])
  })

  test("a thorough one is not complete while another process is reading it", async () => {
    const { container } = storeWith({ completeAsOf: BEFORE })
    expect(await lookForWithdrawal(container, row, { isThorough: true })).toMatchObject({ isComplete: false })
  })

  test.each([{}, { isThorough: true }])(
    "it was not, when the list is incomplete now, with %j",
    async (effort) => {
      const { container } = storeWith({ completeAfterReading: UNKNOWN_SINCE, isCutShort: true })
      expect(await lookForWithdrawal(container, row, effort)).toMatchObject({ isComplete: false })
    }
  )

  test("it was not, when there is more to poll than one search may; polled ones are not polled again", async () => {
    const signs = Array.from({ length: 60 }, (_, n) => sign(`inv_${n}`, "0.5"))
    const { container, asked, others } = storeWith({ signs })
    expect(await lookForWithdrawal(container, row)).toMatchObject({
      found: null,
      mayBe: [],
      isComplete: false,
    })
    // The list, the signs, and once another withdrawal that has to be there.
    expect(asked).toHaveLength(42)
    expect(others).toHaveLength(40)
  })
})

describe("what is behind a transaction", () => {
  const search = (shown: Withdrawal | GatewayError, amount: string | null = "9.95") => {
    const { container, others } = storeWith({ signs: [sign("wd_1", amount)], shown: { wd_1: shown } })
    return lookForWithdrawal(container, row).then((found) => ({ ...found, others }))
  }

  test("is the withdrawal when it names our reference", async () => {
    const own = withdrawal({ clientReference: row.id })
    expect(await search(own)).toMatchObject({ found: own, isComplete: true })
  })

  test.each<[string, Withdrawal | GatewayError, string | null]>([
    ["matches and has no reference", withdrawal(), "9.95"],
    ["cannot be read and is the whole amount", failing(404), "9.95"],
    ["cannot be read and has no amount", failing(404), null],
    ["has an answer that makes no sense, and is the whole amount", failing(400), "10"],
  ])("may be the withdrawal when it %s", async (_, shown, amount) => {
    expect(await search(shown, amount)).toMatchObject({ found: null, mayBe: ["wd_1"], others: [] })
  })

  test.each<[string, Withdrawal | GatewayError, string | null]>([
    ["names another reference", withdrawal({ clientReference: "ocwd_2" }), "9.95"],
    ["is the payout of an invoice", withdrawal({ invoiceId: "inv_1" }), "9.95"],
    ["has another amount", withdrawal({ amount: "9" }), "9"],
    ["is not a withdrawal, and not the whole amount", failing(404), "0.5"],
  ])("is another when it %s", async (_, shown, amount) => {
    expect(await search(shown, amount)).toMatchObject({ found: null, mayBe: [], others: ["wd_1"] })
  })

  const blind = (shown: Record<string, Withdrawal | GatewayError>, known: string[]) => {
    const { container, others } = storeWith({ signs: [sign("wd_1", "0.5")], shown, known })
    return lookForWithdrawal(container, row, { isThorough: true }).then((found) => ({ ...found, others }))
  }

  test("may be the withdrawal when nothing else is shown either: a wrong path answers 404 to everything", async () => {
    const unproven = { found: null, mayBe: ["wd_1"], others: [], isLookupProven: false }
    expect(await blind({}, [])).toMatchObject(unproven)
    expect(await blind({ wd_known: failing(404) }, ["wd_known"])).toMatchObject(unproven)
    expect(await blind({}, ["wd_known"])).toMatchObject({ mayBe: [], others: ["wd_1"], isLookupProven: true })
  })

  test.each([
    ["before", { ruledOut: ["wd_1"] }, {}],
    ["now", {}, { notThis: ["wd_1"] }],
  ])("is none that an operator has ruled out %s", async (_, facts, effort) => {
    const { container } = storeWith({ signs: [sign("wd_1")], shown: { wd_1: withdrawal() }, ...facts })
    expect(await lookForWithdrawal(container, row, effort)).toMatchObject({ found: null, mayBe: [] })
  })

  test("may be the withdrawal when it has our reference, whatever an operator says", async () => {
    const { container, others } = storeWith({ signs: [sign(row.id, "0.5")], ruledOut: [row.id] })
    expect(await lookForWithdrawal(container, row)).toMatchObject({ found: null, mayBe: [row.id] })
    expect(others).toEqual([])
  })

  test("is not guessed while the service is away", async () => {
    await expect(search(failing(503, true))).rejects.toThrow("SERVICE_UNAVAILABLE")
  })
})

import { HIGHEST_FEE } from "../../../../domain/payment/rails"
import type { BillingReader } from "../../finance/billing-reader"
import { failedCall } from "../../work/__tests__/failed-call"
import { REFUSED_AMOUNT, type Status } from "../../work/shared-status"
import { RailMinimums } from "../rails"

const RAIL = "stellar:stellar-mainnet:USDC:GISSUER"
const settings = { intentUsd: null, invoiceUsd: "0" }
const tooSmall = failedCall("createInvoice", {
  ...{ code: "VALIDATION_ERROR", status: 400, details: ["field: amount, message: leaves nothing"] },
})

type Read = BillingReader["readRecent"]
const plan = (billing: object) => ({ billing }) as Awaited<ReturnType<Read>>

/** @param readRecent answers of the plan, in turn; the last one stays */
function setUp(...readRecent: [() => Promise<Awaited<ReturnType<Read>>>, ...(() => ReturnType<Read>)[]]) {
  const rows: (Status & { name: string })[] = []
  const time = { ms: 0, readings: 0 }
  const minimums = new RailMinimums(
    settings,
    { readRecent: () => (readRecent[time.readings++] ?? readRecent[0])() },
    {
      recent: () => Promise.resolve(rows),
      note: (name, detail) =>
        void rows.push({ name: name.slice(REFUSED_AMOUNT.length), detail, at: new Date(), count: 1 }),
    },
    () => time.ms
  )
  return { minimums, rows, time }
}
const GROWTH = () => Promise.resolve(plan({ invoiceFeePercent: "0.55", minimumFeeUsd: "0.05" }))
const down = () => Promise.reject(new Error("down"))

test("the fee is that of the plan, read every five minutes", async () => {
  const { minimums, time } = setUp(GROWTH)
  expect((await minimums.read()).fee).toEqual({ percent: "0.55", minimumUsd: "0.05" })
  await minimums.read()
  expect(time.readings).toBe(1)
  time.ms = 5 * 60_000
  await minimums.read()
  expect(time.readings).toBe(2)
})

test("without a plan the highest documented fee counts, and the provider is not asked at every checkout", async () => {
  const { minimums, time } = setUp(down)
  expect((await minimums.read()).fee).toEqual(HIGHEST_FEE)
  await minimums.read()
  expect(time.readings).toBe(1)
})

test("a plan that cannot be read again stays", async () => {
  const { minimums, time } = setUp(GROWTH, GROWTH, down)
  await minimums.read()
  time.ms = 6 * 60_000
  await minimums.read()
  time.ms = 12 * 60_000
  expect((await minimums.read()).fee.minimumUsd).toBe("0.05")
})

test("a provider that does not answer delays the first checkout by a second, and no other", async () => {
  jest.useFakeTimers()
  try {
    const { minimums } = setUp(() => new Promise(() => undefined))
    const first = minimums.read()
    await jest.advanceTimersByTimeAsync(1_000)
    expect((await first).fee).toEqual(HIGHEST_FEE)
    expect((await minimums.read()).fee).toEqual(HIGHEST_FEE)
  } finally {
    jest.useRealTimers()
  }
})

test("a refusal for the amount is remembered for its rail and kind", async () => {
  const { minimums } = setUp(GROWTH)
  minimums.learn({ kind: "invoice", railId: RAIL, amount: "1.5", usdPrice: "1" }, tooSmall)
  expect(await minimums.refused()).toEqual([{ kind: "invoice", railId: RAIL, amount: "1.5" }])
  const { of } = await minimums.read()
  expect(of(RAIL).refused).toEqual({ invoice: "1.5", intent: undefined })
  expect(of("evm:base-mainnet:USDC").refused).toEqual({ invoice: undefined, intent: undefined })
})

test.each([
  ["a lost answer", { kind: "invoice", amount: "1.5", usdPrice: "1" }, new Error("lost")],
  ["a large amount, which no minimum explains", { kind: "invoice", amount: "26", usdPrice: "1" }, tooSmall],
  ["an amount of unknown worth", { kind: "auto_deposit", amount: "1.5", usdPrice: null }, tooSmall],
] as const)("%s is not", (_, refused, error) => {
  const { minimums, rows } = setUp(GROWTH)
  minimums.learn({ ...refused, railId: RAIL }, error)
  expect(rows).toEqual([])
})

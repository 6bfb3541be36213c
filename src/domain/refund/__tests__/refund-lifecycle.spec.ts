import {
  findRepeatedRefunds,
  REFUND_RATES,
  REFUND_STATES,
  REFUND_TRANSITIONS,
  type RefundState,
  refundStateOf,
} from "../refund-lifecycle"
import {
  WITHDRAWAL_STATES,
  WITHDRAWAL_TRANSITIONS,
  type WithdrawalState,
} from "../../payout/withdrawal-lifecycle"

const canMove = (from: RefundState, to: RefundState) =>
  (REFUND_TRANSITIONS[from] as readonly RefundState[]).includes(to)

const edge = (from: RefundState, to: RefundState) => `${from} -> ${to}`
const edges = REFUND_STATES.flatMap((from) => REFUND_TRANSITIONS[from].map((to) => edge(from, to)))

/** Where a refund goes while its payout goes along each edge of its own. */
const edgesOfPayouts = WITHDRAWAL_STATES.flatMap((from) => {
  const targets: readonly WithdrawalState[] = WITHDRAWAL_TRANSITIONS[from]
  return targets
    .map((to) => [refundStateOf(from), refundStateOf(to)] as const)
    .filter(([before, after]) => before !== after)
    .map(([before, after]) => edge(before, after))
})

test("a refund moves as its payouts do, and begins one when it is due", () => {
  expect([...edges].sort()).toEqual([...new Set([...edgesOfPayouts, edge("due", "quoted")])].sort())
})

test("a refund is calculated at one of these rates", () => {
  expect(REFUND_RATES).toEqual(["payment", "today"])
})

test("what is done stays done, and every other state leads on to it, and no state to itself", () => {
  expect(REFUND_TRANSITIONS.done).toEqual([])
  for (const state of REFUND_STATES) {
    expect(canMove(state, "done")).toBe(state !== "done")
    expect(canMove(state, state)).toBe(false)
  }
})

test("whatever its payout has come to, a refund that is not paid can be due again", () => {
  for (const state of ["quoted", "confirmed", "sent"] as const) expect(canMove(state, "due")).toBe(true)
})

const of = (payment_id: string, ...ids: string[]) => ids.map((id) => ({ id, payment_id }))

test.each([
  ["a refund that Medusa has", of("p", "ref_1"), ["ref_1"], []],
  ["two that Medusa has", of("p", "ref_1", "ref_2"), ["ref_1", "ref_2"], []],
  ["one that Medusa rolled back and that was not made again", of("p", "ref_1"), [], []],
  ["two that were not made again", of("p", "ref_1", "ref_2"), [], []],
  ["one that Medusa took back after another", of("p", "ref_1", "ref_2"), ["ref_1"], []],
  ["one that was made again", of("p", "ref_2", "ref_1"), ["ref_2"], ["ref_1"]],
  ["one made again at the third attempt", of("p", "ref_1", "ref_2", "ref_3"), ["ref_3"], ["ref_1", "ref_2"]],
  ["one beside a later one of another payment", [...of("p", "ref_1"), ...of("q", "ref_2")], ["ref_2"], []],
  ["none", [], [], []],
])("refunds that Medusa repeated, of %s", (_, recorded, known, repeated) => {
  expect(findRepeatedRefunds(recorded, new Set(known))).toEqual(repeated)
})

import { REFUND_STATES, REFUND_TRANSITIONS, type RefundState } from "../refund-lifecycle"
import {
  refundStateOf,
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

test("what is done stays done, and every other state leads on to it", () => {
  expect(REFUND_TRANSITIONS.done).toEqual([])
  for (const state of REFUND_STATES.filter((one) => one !== "done")) expect(canMove(state, "done")).toBe(true)
})

test("whatever its payout has come to, a refund that is not paid can be due again", () => {
  for (const state of ["quoted", "confirmed", "sent"] as const) expect(canMove(state, "due")).toBe(true)
})

test("staying is not an edge", () => {
  for (const state of REFUND_STATES) expect(canMove(state, state)).toBe(false)
})

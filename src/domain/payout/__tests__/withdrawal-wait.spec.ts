import {
  isOver,
  waitOf,
  WITHDRAWAL_STATES,
  WITHDRAWAL_WAITS,
  type WithdrawalState,
  type WithdrawalWait,
} from "../withdrawal-lifecycle"

const wait = (state: WithdrawalState, gateway_status: string | null = null) =>
  waitOf({ state, gateway_status })

test.each<[WithdrawalState, WithdrawalWait]>([
  ["requested", "quote"],
  ["quoted", "confirmation"],
  ["awaiting_approval", "approval"],
  ["sending", "answer"],
  ["unknown", "person"],
])("one that is %s waits for: %s, whatever the service called it", (state, expected) => {
  for (const status of [null, "queued", "gas_blocked"]) expect(wait(state, status)).toBe(expected)
})

test.each<[string | null, WithdrawalWait]>([
  ["queued", "queue"],
  ["pending_funds", "funds"],
  ["gas_blocked", "gas"],
  ["funds_reserved", "reserved_funds"],
  ["processing", "processing"],
  ["broadcast", "network"],
  ["compliance_hold", "unknown"],
  [null, "unknown"],
])("one that the service has as %p waits for: %s", (status, expected) => {
  expect(wait("sent", status)).toBe(expected)
})

test("what is over waits for nothing, and everything else for something", () => {
  for (const state of WITHDRAWAL_STATES) {
    const found = wait(state)
    if (isOver(state)) expect(found).toBeNull()
    else expect(WITHDRAWAL_WAITS).toContain(found)
  }
})

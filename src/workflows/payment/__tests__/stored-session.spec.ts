import { isCaptured, parseStoredSession, type StoredSession } from "../load-session-facts"

/** A session, and another that was captured for the same collection. */
const session: StoredSession = {
  id: "payses_1",
  status: "pending",
  payment_collection_id: "pay_col_1",
  payment_collection: {
    payments: [{ payment_session_id: "payses_other", captures: [{ id: "capt_1" }], refunds: [] }],
  },
}

test("captures of another session do not make it captured, its own do", () => {
  expect(isCaptured(session)).toBe(false)
  expect(isCaptured({ ...session, id: "payses_other" })).toBe(true)
})

test.each(["payment_collection_id", "status", "payment_collection"] as const)(
  "a session that was read without its %s is refused, not taken as unpaid",
  (field) => {
    const { [field]: _left, ...row } = session
    expect(() => parseStoredSession(row)).toThrow(field)
    expect(parseStoredSession(session)).toEqual(session)
  }
)

test.each(["payment_session_id", "captures", "refunds"] as const)(
  "a payment that was read without its %s is refused",
  (field) => {
    const { payment_collection, ...row } = session
    const payments = payment_collection.payments.map(({ [field]: _left, ...payment }) => payment)
    expect(() => parseStoredSession({ ...row, payment_collection: { payments } })).toThrow(field)
  }
)

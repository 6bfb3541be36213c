import { MathBN } from "@medusajs/framework/utils"
import { resolutionToState } from "../../src/domain/deposit/deposit-lifecycle"
import type { Result } from "./database"
import type { World } from "./world"

/** Checks each statement as it is done: what a later one mends was wrong all the same. */
export function createWatch(report: (problem: string) => void) {
  /** The number of the attempt that holds each delivery and event. */
  const holders = new Map<string, number>()
  const booked = new Map<string, number>()
  return (sql: string, bindings: readonly unknown[], { rows, rowCount }: Result): void => {
    if (/SKIP LOCKED/.test(sql) && /attempts = attempts \+ 1/.test(sql))
      for (const { id, attempts } of rows) holders.set(String(id), Number(attempts))
    // A delivery is ended, or put back, by the number of its attempt.
    const isEnd = /^update "onchain_webhook_delivery"/.test(sql) && /"attempts"/.test(sql) && rowCount === 1
    const id = bindings.find((one) => typeof one === "string" && holders.has(one))
    if (isEnd && typeof id === "string" && !bindings.includes(holders.get(id)))
      report(`delivery ${id} is ended by a lease that was lost`)
    if (/^\s*UPDATE onchain_outbox SET published_at/.test(sql)) {
      const [ids = [], attempts = []] = bindings as [string[], number[]]
      const own = ids.filter((event, n) => holders.get(event) === attempts[n]).length
      if ((rowCount ?? 0) > own) report(`an event of ${ids.join(", ")} is noted by a lease that was lost`)
    }
    if (
      /^\s*UPDATE onchain_outbox SET due_at .*last_error/.test(sql) &&
      rowCount === 1 &&
      !bindings.includes(holders.get(String(id)))
    )
      report(`event ${String(id)} is put back by a lease that was lost`)
    if (/^\s*INSERT INTO order_transaction/.test(sql)) {
      const reference = String(bindings.at(-1))
      const times = (booked.get(reference) ?? 0) + 1
      booked.set(reference, times)
      if (times > 1 && bindings.includes("capture")) report(`capture ${reference} is booked ${times} times`)
    }
  }
}

type Check = { statement: string; violations: string }
/** Each check in one statement, which is planned once. */
const allOf = (checks: readonly Check[]) =>
  checks
    .map(({ violations }, n) => `SELECT ${n} AS n, violated.what::text FROM (${violations}) AS violated`)
    .join(" UNION ALL ")

/** What no run leaves behind, as rows of the end. Each returns what is wrong. */
const CHECKS: readonly Check[] = [
  {
    statement: "a session is captured at most once",
    violations: `SELECT payment_session_id AS what FROM payment JOIN capture ON payment_id = payment.id GROUP BY 1 HAVING count(*) > 1`,
  },
  {
    statement: "an order keeps no more than its highest total",
    violations: `SELECT link.order_id AS what FROM order_payment_collection AS link
      JOIN payment USING (payment_collection_id) JOIN capture ON capture.payment_id = payment.id
      JOIN payment_collection AS asked ON asked.id = link.payment_collection_id WHERE link.deleted_at IS NULL
      GROUP BY 1 HAVING sum((capture.raw_amount->>'value')::numeric) > max((asked.raw_amount->>'value')::numeric)`,
  },
  {
    statement: "each capture of an order is booked once",
    violations: `SELECT capture.id AS what FROM capture JOIN payment ON payment.id = payment_id
      JOIN order_payment_collection AS link USING (payment_collection_id)
      LEFT JOIN order_transaction AS booked ON booked.reference_id = capture.id AND booked.deleted_at IS NULL
      GROUP BY 1 HAVING count(booked.id) <> 1`,
  },
  {
    statement: "what Medusa captured is captured here",
    violations: `SELECT p.id AS what FROM onchain_payment AS p JOIN payment ON payment_session_id = p.session_id
      JOIN capture ON payment_id = payment.id WHERE p.state <> 'captured'`,
  },
  {
    statement: "what is captured here was captured by Medusa",
    violations: `SELECT p.id AS what FROM onchain_payment AS p WHERE p.state = 'captured'
      AND NOT EXISTS (SELECT 1 FROM payment JOIN capture ON payment_id = payment.id WHERE payment_session_id = p.session_id)`,
  },
  {
    statement: "a cancelled order keeps nothing: what it was paid with is owed back",
    violations: `SELECT placed.id AS what FROM "order" AS placed JOIN order_payment_collection AS link ON link.order_id = placed.id
      JOIN payment USING (payment_collection_id) JOIN capture ON capture.payment_id = payment.id
      JOIN onchain_payment AS p ON p.session_id = payment.payment_session_id
      WHERE placed.status = 'canceled' AND NOT EXISTS (SELECT 1 FROM onchain_refund AS r WHERE r.payment_id = p.id AND r.kind = 'order')`,
  },
  {
    statement: "each event is published",
    violations: `SELECT name || ' of ' || subject AS what FROM onchain_outbox WHERE published_at IS NULL`,
  },
  {
    statement: "each delivery is handled",
    violations: `SELECT id || ': ' || coalesce(last_error, state) AS what FROM onchain_webhook_delivery WHERE state IN ('received', 'processing')`,
  },
  {
    statement: "a payout is approved once, and again only after its quote has expired",
    violations: `SELECT subject_id AS what FROM onchain_audit_entry WHERE action IN ('withdrawal.approved', 'withdrawal.quote_expired')
      GROUP BY 1 HAVING count(*) FILTER (WHERE action = 'withdrawal.approved') > 1 + count(*) FILTER (WHERE action = 'withdrawal.quote_expired')`,
  },
  {
    statement: "one action on a deposit begins, and again only when it is back in review",
    violations: `SELECT subject_id AS what FROM onchain_audit_entry WHERE subject_type = 'deposit' GROUP BY 1
      HAVING count(*) FILTER (WHERE action LIKE 'deposit.%\\_requested') > 1 + count(*) FILTER (WHERE action LIKE 'deposit.%\\_refused'
        OR action IN ('deposit.reopened', 'deposit.refund_failed'))`,
  },
  {
    statement: "a refund is where its payout is",
    violations: `SELECT r.id AS what FROM onchain_refund AS r JOIN onchain_withdrawal AS w ON w.id = r.withdrawal_id
      WHERE r.settled_by IS NULL AND (w.state IN ('sent', 'completed') AND r.state NOT IN ('sent', 'done')
        OR w.state IN ('failed', 'refused', 'cancelled') AND r.state <> 'due')`,
  },
  {
    statement: "a refund has one payout",
    violations: `SELECT refund_id AS what FROM onchain_withdrawal WHERE refund_id IS NOT NULL AND state IN ('sent', 'completed') GROUP BY 1 HAVING count(*) > 1`,
  },
]

const ALL_CHECKS = allOf(CHECKS)

/** @returns what the end of a run violates */
export async function findViolations(world: World): Promise<string[]> {
  const found = (await world.database.read(ALL_CHECKS)).map(
    ({ n, what }) => `${CHECKS[Number(n)]?.statement}: ${String(what)}`
  )
  for (const [key, sent] of world.keyed) if (sent.size > 1) found.push(`one key, one request: ${key}`)
  return [
    ...found,
    ...(await findDisorder(world)),
    ...(await findLostMoney(world)),
    ...(await findLostDeposits(world)),
    ...(await findCapturesWithoutMoney(world)),
    ...(await findDoublePayouts(world)),
  ]
}

const canonical = (data: unknown) =>
  JSON.stringify(Object.entries(data as object).sort(([a], [b]) => (a < b ? -1 : 1)))

/** An event may come again; those of a subject are heard first in the order of its changes. */
async function findDisorder({ heard, database }: World): Promise<string[]> {
  const firsts = new Map<string, number>()
  heard.forEach(({ name, data }, at) => {
    const key = `${name} ${canonical(data)}`
    if (!firsts.has(key)) firsts.set(key, at)
  })
  const last = new Map<unknown, number>()
  const rows = await database.read("SELECT subject, name, data FROM onchain_outbox ORDER BY position")
  const seen = new Set<string>()
  return rows.flatMap(({ subject, name, data }) => {
    const key = `${String(name)} ${canonical(data)}`
    // Another change of the same kind cannot be told from a repetition of the first.
    if (seen.has(key)) return []
    seen.add(key)
    const at = firsts.get(key)
    if (at === undefined) return [`each event is heard: ${String(name)} of ${String(subject)}`]
    const isEarly = at < (last.get(subject) ?? -1)
    last.set(subject, at)
    return isEarly ? [`events of a subject come in order: ${String(name)} of ${String(subject)}`] : []
  })
}

type Invoice = { status: string; autoDepositAssignmentStatus?: string | undefined }
const isPaid = ({ status }: Invoice) => status === "paid" || status === "overpaid"
/** The service knows the order of the money: one that was made from a deposit may wait in review. */
const isOfOrder = ({ autoDepositAssignmentStatus: status }: Invoice) =>
  status === undefined || status === "matched"

/** Each deposit that is or was in review is known here, in the state that the service has. */
async function findLostDeposits({ control, database }: World): Promise<string[]> {
  const rows = await database.read("SELECT id, state FROM onchain_deposit")
  return control.deposits().flatMap(({ depositId, resolutionStatus }) => {
    const state = rows.find(({ id }) => id === depositId)?.["state"] ?? "unknown"
    return state === resolutionToState(resolutionStatus)
      ? []
      : [`deposit ${depositId} is ${String(resolutionStatus)}, and here ${String(state)}`]
  })
}

/** The service has the money of whatever is captured, unless an operator has accepted and applied a deposit. */
async function findCapturesWithoutMoney(world: World): Promise<string[]> {
  const rows = await world.database.read(
    `SELECT p.id, a.gateway_invoice_id AS invoice FROM onchain_payment AS p JOIN onchain_attempt AS a ON a.id = p.current_attempt_id
     WHERE p.state = 'captured' AND NOT EXISTS (SELECT 1 FROM onchain_decision AS d WHERE d.payment_id = p.id)`
  )
  const invoices = world.invoices()
  return rows.flatMap(({ id, invoice }) => {
    const its = invoices.find((one) => one.id === invoice)
    return its && isPaid(its) && isOfOrder(its) ? [] : [`${String(id)} is captured without money`]
  })
}

/** Received = captured - shortfall + due + held, for each invoice that the service calls final. */
async function findLostMoney(world: World): Promise<string[]> {
  const received = new Map<string, string>()
  for (const { invoiceId, amount, outcome } of world.control.payments())
    if (invoiceId && outcome !== "review")
      received.set(invoiceId, MathBN.sum(received.get(invoiceId) ?? 0, amount ?? 0).toFixed())
  const found: string[] = []
  for (const invoice of world.invoices()) {
    if (!isPaid(invoice) || !isOfOrder(invoice) || world.foreign.has(invoice.id)) continue
    const [row] = await world.database.read(
      `SELECT a.id, a.received_amount, p.state AS outcome, p.current_attempt_id = a.id AS is_current,
         a.expected_amount, p.taken_token_amount,
         (SELECT coalesce(sum(r.token_amount::numeric), 0)::text FROM onchain_refund AS r WHERE r.payment_id = p.id AND r.kind <> 'order'
           AND (r.attempt_id = a.id OR r.attempt_id IS NULL AND p.current_attempt_id = a.id)) AS owed
       FROM onchain_attempt AS a JOIN onchain_payment AS p ON p.id = a.payment_id WHERE a.gateway_invoice_id = $1`,
      [invoice.id]
    )
    const all = received.get(invoice.id) ?? (invoice.customerId ? (invoice.receivedAmount ?? "0") : "0")
    if (!row) {
      found.push(`no payment has invoice ${invoice.id}, which was paid`)
      continue
    }
    const { received_amount, outcome, is_current, owed, expected_amount, taken_token_amount } = row
    if (!received_amount || !MathBN.eq(String(received_amount), all))
      found.push(`attempt ${String(row["id"])} received ${String(received_amount)}, the service ${all}`)
    else if (is_current && outcome !== "captured" && outcome !== "held")
      found.push(`attempt ${String(row["id"])} has money, and its payment is ${String(outcome)}`)
    else {
      const taken = String(taken_token_amount ?? expected_amount)
      const kept = !is_current ? "0" : outcome === "held" ? all : MathBN.lt(all, taken) ? all : taken
      if (outcome === "captured" && !MathBN.eq(MathBN.sum(kept, String(owed)), all))
        found.push(
          `of ${all} of attempt ${String(row["id"])} ${kept} are captured and ${String(owed)} are due back`
        )
    }
  }
  return found
}

/** The service has one payout for each of ours that may have left, and none that nobody approved. */
async function findDoublePayouts(world: World): Promise<string[]> {
  const rows = await world.database.read("SELECT id, state FROM onchain_withdrawal")
  const sent = world.control.withdrawals().map(({ clientReference }) => clientReference)
  return sent.flatMap((reference, index) => {
    const row = rows.find(({ id }) => id === reference)
    if (sent.indexOf(reference) !== index) return [`${reference} was paid twice`]
    return row && ["sent", "completed", "failed", "sending", "unknown"].includes(String(row["state"]))
      ? []
      : [`${reference} was paid, and it is ${String(row?.["state"] ?? "not ours")}`]
  })
}

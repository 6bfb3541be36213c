import {
  factNames,
  STATUS_RULES,
  valuesOf,
  type PaymentStatus,
  type StatusFacts,
  type StatusRule,
} from "../../../domain/payment/payment-status"
import { FACTS_IN_SQL } from "./payment-status-facts"

type Fact = keyof StatusFacts
type Condition = { fact: Fact; values: readonly StatusFacts[Fact][] }

/**
 * One condition in SQL for each rule of a status, on a payment `p` with its current attempt `a`. No payment fits two of them, so
 * that each is read from its own index.
 */
export function conditionsOf(status: PaymentStatus): string[] {
  return STATUS_RULES.flatMap((rule, index) =>
    rule.status === status ? [conditionOf(rule, STATUS_RULES.slice(0, index))] : []
  )
}

function conditionOf({ when }: StatusRule, earlier: readonly StatusRule[]): string {
  const own = toConditions(when)
  const excluded = earlier.flatMap((rule) => {
    const others = toConditions(rule.when)
    if (others.some((other) => own.some((one) => isDisjoint(one, other)))) return []
    return [others.filter((other) => !own.some((one) => implies(one, other)))]
  })
  return [
    ...own.map(toPlain),
    ...excluded
      .filter((set, index) => !excluded.some((other, at) => at !== index && covers(other, set, at < index)))
      .map(toExclusion),
  ].join(" AND ")
}

function toConditions(when: StatusRule["when"]): Condition[] {
  return factNames(when).map((fact) => ({ fact, values: valuesOf(when, fact) }))
}

function isDisjoint(one: Condition, other: Condition): boolean {
  return one.fact === other.fact && !one.values.some((value) => other.values.includes(value))
}

function implies(one: Condition, other: Condition): boolean {
  return one.fact === other.fact && one.values.every((value) => other.values.includes(value))
}

/** Whether one exclusion makes another needless. Of two equal ones the earlier stays. */
function covers(one: readonly Condition[], other: readonly Condition[], isEarlier: boolean): boolean {
  const isWider = one.every((condition) => other.some((narrow) => implies(narrow, condition)))
  return isWider && (one.length < other.length || isEarlier)
}

/** In the form that an index has. */
const PLAIN: Partial<Record<Fact, string>> = { attempt: "a.state", resolution: "p.resolution" }
const NONE: Partial<Record<Fact, string>> = {
  attempt: "p.current_attempt_id IS NULL",
  resolution: "p.resolution IS NULL",
}

function toPlain({ fact, values }: Condition): string {
  const column = PLAIN[fact]
  if (column === undefined) return toStrict({ fact, values })
  if (values.includes("none"))
    return values.length === 1 ? (NONE[fact] ?? toStrict({ fact, values })) : toStrict({ fact, values })
  return `${column} IN (${values.map(quoted).join(", ")})`
}

/**
 * `OFFSET 0` keeps each question about one payment: as a join, the planner may read all refunds before the first payment. A status
 * of its own, such as `refund_due`, stays a join, which may begin with the few that there are.
 */
function toExclusion(set: readonly Condition[]): string {
  return `NOT (${set.map(toStrict).map(asLookup).join(" AND ")})`
}

function asLookup(expression: string): string {
  return expression.startsWith("EXISTS (") ? `${expression.slice(0, -1)} OFFSET 0)` : expression
}

/** True or false, never null. */
function toStrict({ fact, values }: Condition): string {
  const expression = FACTS_IN_SQL[fact]
  const [only] = values
  if (typeof only === "boolean") return only ? expression : `NOT ${expression}`
  return values.length === 1
    ? `${expression} = ${quoted(only ?? "")}`
    : `${expression} IN (${values.map(quoted).join(", ")})`
}

/** The words are our own constants. */
function quoted(value: string | boolean): string {
  return `'${String(value)}'`
}

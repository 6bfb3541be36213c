import { z } from "@medusajs/framework/zod"
import { endOfDay, isDay, startOfDay } from "../domain/finance/report-difference"

/** Postgres takes no NUL, so one would cause a server error. */
export const sentText = (field: string, expected = "expected a text", most = 200) =>
  z
    .string({ error: `${field}: ${expected}` })
    .min(1, `${field}: ${expected}`)
    .max(most, `${field}: expected at most ${most} characters`)
    .refine((value) => !value.includes("\0"), `${field}: expected a text without NUL`)

const MAX_LIMIT = 100
/** To go further back, narrow the list with a filter. */
const MAX_OFFSET = 10_000

const wholeNumber = (field: string, least: number, most: number) => {
  const error = `${field}: expected a whole number from ${least} to ${most}`
  return z.coerce.number({ error }).int(error).min(least, error).max(most, error)
}

export const pageParams = {
  limit: wholeNumber("limit", 1, MAX_LIMIT).default(20),
  offset: wholeNumber("offset", 0, MAX_OFFSET).default(0),
}

/** One value, several of the same name, or several with commas. */
export const several = <T extends z.ZodType>(value: T) =>
  z.preprocess(
    (given) => (typeof given === "string" ? given.split(",") : given),
    z.array(value).min(1).max(20)
  )

export const oneOf = <const T extends readonly string[]>(field: string, values: T) =>
  z.enum(values, { error: `${field}: expected one of ${values.join(", ")}` })

/** The order of a list: by a column, newest first unless it is asked for otherwise. */
export const ordered = (column: string) => oneOf("order", [column, `-${column}`]).default(`-${column}`)

type ListParams = { order: string; limit: number; offset: number }

/** What remains of the parameters of a list is its filter. */
export function toPage<Params extends ListParams>({ order, limit, offset, ...filter }: Params) {
  const direction: "asc" | "desc" = order.startsWith("-") ? "desc" : "asc"
  return { filter, direction, limit, offset }
}

export const day = (field: string) =>
  sentText(field).refine(isDay, `${field}: expected a day such as 2026-01-31; days are counted in UTC`)

/** The first instant of a range of whole days, and the first one after it. */
export const toRange = ({ from, to }: { from?: string | undefined; to?: string | undefined }) => ({
  from: from === undefined ? undefined : startOfDay(from),
  before: to === undefined ? undefined : endOfDay(to),
})

/** As {@link toPage}, for a list whose filter takes several states. */
export function toPageOfStates<State, Params extends ListParams & { state?: State[] | undefined }>(
  params: Params
) {
  const { filter, ...page } = toPage(params)
  const { state = [], ...others } = filter
  return { ...page, filter: { ...others, states: [...new Set(state)] } }
}

export const sentRail = sentText("rail", "expected a payment option id", 300)

/** The form of a hash depends on its chain. */
export const sentTxHash = z.string({ error: "tx_hash: expected a transaction hash" }).trim().min(32).max(128)

export const emptyBody = z.strictObject({})

/** A note between spaces is kept without them. @param expected what it has to say */
export const noteText = (expected: string) =>
  z
    .string({ error: `note: ${expected}` })
    .trim()
    .pipe(sentText("note", expected, 1_000))

/** A decimal above zero. @param problem the message for every other text */
export const sentDecimal = (problem: string, most: number) =>
  z
    .string({ error: problem })
    .trim()
    .max(most, problem)
    .regex(/^\d+(?:\.\d+)?$/, problem)
    .regex(/[1-9]/, problem)

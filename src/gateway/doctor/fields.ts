import type { Assumptions } from "../assumptions"
import { resources } from "../contract/endpoints"
import { isReadableAs } from "../contract/readers"
import { fieldOf, isRecord, type Enveloped, type WireRecord } from "../contract/wire"
import { quoteRequestSchema } from "../contract/treasury"
import { depthOf, idCandidates, idIn, leavesOf, placesIn, signsIn, wordsBeyond } from "./answers"
import type { Answered } from "./calls"
import type { Findings } from "./findings"

export type FieldSetting = keyof Assumptions["fields"]

/** How a field of ours is found in an answer: by the words of its name, best first, and its value. */
type Wanted = {
  names: readonly string[]
  fits: (value: unknown) => boolean
  /** Whether the value alone says what it is, whatever its name. */
  says?: (value: unknown) => boolean
  /** Why the plugin would read a value that fits as something else. */
  misreads?: (value: unknown, path: string, records: readonly WireRecord[]) => string | null
}

const ADDRESS = /^(?:0x[\da-fA-F]{40}|[A-Za-z\d]{26,64})$/
const HASH = /^(?:0x)?[A-Za-z\d+/=_-]{16,128}$/
const WORD = /^[A-Za-z][\w -]{0,40}$/
const ENVIRONMENT = /^(?:live|main(?:net)?|prod(?:uction)?|sandbox|test(?:net)?|dev(?:net)?|stag(?:e|ing))$/i
const MOVE =
  /(?:^|[_ -])(?:payment|deposit|receipt|withdrawal|payout|refund|fee|commission|transfer|return)s?(?:$|[_ -])/i
const DIRECTION = /^(?:in|out|incoming|outgoing|inbound|outbound|credit|debit|cr|dr|c|d)$/i
const DECIMAL = /^-?\d+(?:\.\d+)?$/

const as = (kind: Parameters<typeof isReadableAs>[0]) => (value: unknown) => isReadableAs(kind, value)
const like = (form: RegExp) => (value: unknown) => typeof value === "string" && form.test(value)
/** Takes the patterns of the name, parted by commas. */
const field =
  (fits: Wanted["fits"], own: Pick<Wanted, "says" | "misreads"> = {}) =>
  (names: string): Wanted => ({ names: names.split(", "), fits, ...own })
const instant = field(as("instant"))
const count = field(as("count"))
const text = field(as("text"))
const word = field(like(WORD))
const hash = field(like(HASH))
const address = field(like(ADDRESS))
/** Token units; a negative one is a movement out. */
const amount = field((value) => typeof value === "number" || like(DECIMAL)(value))
const isFigure = (value: unknown) =>
  typeof value === "number" || (typeof value === "string" && value.length <= 40)
/** A figure of billing; gas may be `fair-use`. */
const figure = field(isFigure)

const CREATED =
  "created at|on|date|time, created|creation, " +
  "opened|requested|booked|posted|occurred|issued|submitted|executed at|on|date|time, " +
  "opened|requested|booked|posted|occurred|issued|submitted|executed, " +
  "timestamp|ts, date|time -expire|expiry|updated|until"
const TX_HASH = "tx|txn|transaction hash, settlement hash|tx|txn, chain|onchain hash|tx|txn, hash, tx|txn id"
const DESTINATION =
  "destination address, to|recipient|receiver address, " +
  "destination|recipient|receiver|to -tag|memo|from, address -from|sender|source"
const QUOTA = "quota|payout|withdrawal"
const STATUS = "status, state, phase"

type FieldName = { [K in FieldSetting]: keyof Assumptions["fields"][K] }[FieldSetting]

/** Every field under `assumptions.fields`, of whatever resource. */
const WANTED: Record<FieldName, Wanted> = {
  amount: amount(
    "gross|requested|total amount, amount -net|fee|sent|received|usd|fiat, value|quantity|amt|sum|gross"
  ),
  clientReference: text("client|merchant|external reference|ref|id, reference|ref -quote|invoice"),
  contractAddress: field(like(/^0x[\da-fA-F]{40}$/))("contract address, contract, address -issuer|deposit"),
  createdAt: instant(CREATED),
  cycleEndsAt: instant("cycle|period end|ends|until, renew|renewal, next billing|invoice|cycle, end|until"),
  decimals: field(as("decimals"))("decimal, precision|scale|exponent, digit"),
  depositId: text("deposit id|uid|uuid|ref, deposit"),
  destinationAddress: address(DESTINATION),
  direction: field(like(WORD), { says: like(DIRECTION) })("direction, side|flow|way"),
  environment: field(like(ENVIRONMENT))(
    "environment|env, stage|mode|tier, net|network type|kind, type|kind|cluster"
  ),
  expiresAt: instant(
    "expire|expiry|expiration|expiring, valid until|till|to|through, deadline, good until|till"
  ),
  failureReason: text("failure|fail|error|rejection|reject reason|message|detail, reason"),
  fee: amount("fee amount|total, fee -rate|bps|percent|pct, cost|charge"),
  gasBlockedOperations: count("gas blocked, blocked operation|op|count, blocked"),
  includedGasGrantedUsd: figure(
    "gas granted|grant|allowance|total|quota, " +
      "gas included|sponsored -used|remaining|left|available|prepaid|spent"
  ),
  includedGasRemainingUsd: figure("gas remaining|left|available -prepaid|purchased"),
  includedGasUsedUsd: field(isFigure, { misreads: misreadsGas })(
    "included|sponsored gas used|spent|consumed -prepaid, gas used|spent|consumed -prepaid"
  ),
  invoiceFeePercent: field(isFigure, {
    // Less than the least fee of any plan in percent.
    misreads: (value) =>
      Number(value) > 0 && Number(value) < 0.1
        ? "is a fraction: read as percent, it is 100 times too low"
        : null,
  })(
    "invoice fee|rate percent|pct|rate -minimum|min|floor, " +
      "fee|rate percent|pct|rate -minimum|min|floor|payout|withdrawal"
  ),
  invoiceId: text("invoice id|uid|uuid|ref, invoice"),
  memo: text("memo -type, destination tag, tag"),
  minimumFeeUsd: figure("minimum|min|floor fee, fee floor"),
  name: text("name, display name|title, title|label|description"),
  netAmount: amount("net amount, receive|received|send|sent|paid|delivered amount, net, amount after"),
  observedAt: instant(
    `observed|seen|detected|arrived|received at|on|date|time, observed|seen|detected|arrived, ${CREATED}`
  ),
  payoutQuotaIncluded: count(`${QUOTA} included|limit|allowance|granted|total -gas, quota -used|gas`),
  payoutQuotaUsed: count(`${QUOTA} used|spent|consumed|count -gas`),
  plan: word("plan name|title|label, plan|tier, name"),
  prepaidGasUsd: figure("gas prepaid|purchased|bought -option|pack, prepaid balance|remaining, prepaid"),
  quoteId: text("quote id|uid|uuid, quote"),
  receivedAmount: amount(
    "received amount, paid amount -at|status, received -at, collected|settled amount -at, paid -at"
  ),
  reference: text(
    "reference|ref -client|external|invoice|deposit|withdrawal, " +
      "source|related|entity|object|resource|subject id|ref"
  ),
  resolutionStatus: word(`resolution status|state, resolution, ${STATUS}`),
  settlementTxHash: hash(TX_HASH),
  state: word(`subscription|billing|account|cycle|plan status|state, ${STATUS}`),
  status: word(STATUS),
  toAddress: address(DESTINATION),
  topUpOptionsUsd: field(as("usdList"))(
    "top up|option|pack, topup option|pack, topup, gas option|pack, option|pack"
  ),
  txHash: hash(TX_HASH),
  type: field(like(WORD), { says: like(MOVE) })("type, kind|category"),
  withdrawalId: text("withdrawal|payout id|uid|uuid|ref, withdrawal|payout"),
}

/** A transaction has one amount, which may be named for its direction. */
const OF_KIND: { [K in FieldSetting]?: Partial<typeof WANTED> } = {
  transaction: { amount: amount("amount -fee|net|usd|fiat, value|quantity|amt|sum") },
}

/** Gas that was used may be prepaid: a name without a word for included gas is believed only if the figures add up. */
function misreadsGas(used: unknown, path: string, bills: readonly WireRecord[]): string | null {
  if (/included|sponsored/i.test(path)) return null
  const granted = clearFigure(WANTED.includedGasGrantedUsd, bills)
  const left = clearFigure(WANTED.includedGasRemainingUsd, bills)
  const isKnown = granted !== undefined && left !== undefined
  // Gas may be `fair-use`, which is no number.
  const addsUp = isKnown && !(Math.abs(Number(granted) - Number(used) - Number(left)) > 0.005)
  return addsUp ? null : "may count prepaid gas too"
}

/** The value under the clearest name; undefined where several names are as clear. */
function clearFigure({ names, fits }: Wanted, bills: readonly WireRecord[]): unknown {
  const values = new Map(bills.flatMap(leavesOf).map((leaf) => [leaf.path, leaf]))
  const found = [...values.values()].flatMap(({ value, words }) => {
    const clarity = clarityOf(names, words)
    return clarity === null || !fits(value) ? [] : [{ value, clarity }]
  })
  const [best, next] = found.sort((a, b) => a.clarity - b.clarity)
  return best?.clarity === next?.clarity ? undefined : best?.value
}

function clarityOf(names: Wanted["names"], words: Parameters<typeof wordsBeyond>[1]): number | null {
  for (const [rank, pattern] of names.entries()) {
    const beyond = wordsBeyond(pattern, words)
    if (beyond !== null) return rank * 10 + beyond
  }
  return null
}

/** Documented fields beside those of the schemas. */
const DOCUMENTED: Partial<Record<FieldSetting, readonly string[]>> = {
  invoice: ["metadata", "customerId"],
  deposit: ["txHash", "operationIndex", "fromAddress", "toAddress"].map((name) => `transaction.${name}`),
  withdrawalQuote: Object.keys(quoteRequestSchema.shape).filter((name) => name !== "memo"),
}

/** Whether a path leads to a documented field or into one: these are never proposed under another name. */
function isDocumented(path: string, kind: FieldSetting, { baseline }: Findings): boolean {
  const { shape } = resources[kind === "withdrawalQuote" ? "quote" : kind]
  const isAssumed = (name: string) =>
    Object.hasOwn(baseline.fields[kind], name) || (kind === "deposit" && name === "transaction")
  const names = [...Object.keys(shape).filter((name) => !isAssumed(name)), ...(DOCUMENTED[kind] ?? [])]
  return names.some((name) => path === name || path.startsWith(`${name}.`))
}

type Found = { path: string; clarity: number; misread: string | undefined }

/**
 * Finds the settings `fields.<kind>.*` in objects of a kind.
 *
 * @param seen.hint what would show a field that is missing
 * @param seen.taken path of the identifier
 */
export function findFields(
  kind: FieldSetting,
  seen: { endpoint: string; records: readonly WireRecord[]; hint: string; taken?: string | undefined },
  findings: Findings
): void {
  const { endpoint, records, hint } = seen
  const taken = new Set(seen.taken === undefined ? [] : [seen.taken])
  const wanted = wantedOf(kind, findings)
  const open = wanted.filter(([name, want]) => {
    const byDefault = String(findings.defaultOf(`fields.${kind}.${name}`))
    const isFitting =
      isEverywhere(byDefault, records, want.fits) && misreading(byDefault, records, want) === undefined
    if (isFitting) findings.fit(`fields.${kind}.${name}`)
    if (isFitting) taken.add(byDefault)
    return !isFitting
  })
  // Fields whose name is clearer choose first.
  const choices = open.map(([name, want]) => ({ name, found: candidatesFor(want, kind, records, findings) }))
  const first = ({ found }: { found: readonly Found[] }) => found[0]?.clarity ?? Infinity
  choices.sort((a, b) => first(a) - first(b))
  for (const { name, found } of choices) {
    const setting = `fields.${kind}.${name}`
    const [best, next] = found.filter(({ path }) => !taken.has(path))
    if (best === undefined) {
      findings.miss(setting, hint)
    } else if (next && best.clarity === next.clarity && depthOf(best.path) === depthOf(next.path)) {
      findings.doubt(setting, `${endpoint} has several fields that could be it: ${best.path}, ${next.path}`)
    } else {
      taken.add(best.path)
      if (best.misread === undefined) findings.propose(setting, best.path, `${endpoint}, field ${best.path}`)
      else findings.doubt(setting, `${endpoint}, field ${best.path} ${best.misread}`)
    }
  }
}

function wantedOf(kind: FieldSetting, { baseline }: Findings): [name: string, Wanted][] {
  return Object.entries<Wanted>({ ...WANTED, ...OF_KIND[kind] }).filter(([name]) =>
    Object.hasOwn(baseline.fields[kind], name)
  )
}

/** The path at which a field of ours was found, or is by default. */
export function pathFound(kind: FieldSetting, name: string, findings: Findings): string {
  return String(findings.valueOf(`fields.${kind}.${name}`))
}

function isEverywhere(path: string, records: readonly WireRecord[], fits: Wanted["fits"]): boolean {
  const values = records.map((record) => fieldOf(record, path)).filter((value) => value !== undefined)
  return values.length > 0 && values.every(fits)
}

function misreading(path: string, records: readonly WireRecord[], { misreads }: Wanted): string | undefined {
  return records
    .flatMap((record) => {
      const value = fieldOf(record, path)
      return value === undefined ? [] : (misreads?.(value, path, records) ?? [])
    })
    .at(0)
}

function candidatesFor(
  want: Wanted,
  kind: FieldSetting,
  records: readonly WireRecord[],
  findings: Findings
): Found[] {
  const { names, fits, says } = want
  const paths = new Map(records.flatMap(leavesOf).map((leaf) => [leaf.path, leaf.words]))
  const found = [...paths].flatMap(([path, words]): Found[] => {
    if (isDocumented(path, kind, findings) || !isEverywhere(path, records, fits)) return []
    const misread = misreading(path, records, want)
    const clarity = clarityOf(names, words)
    if (clarity !== null) return [{ path, clarity, misread }]
    return says && isEverywhere(path, records, says) ? [{ path, clarity: names.length * 10, misread }] : []
  })
  return found.sort((a, b) => a.clarity - b.clarity || depthOf(a.path) - depthOf(b.path))
}

/**
 * Finds the object of a kind in an answer, and the setting `envelopes.<kind>`.
 *
 * @param answer.asked identifier by which the resource was fetched
 * @returns the object, or null when nothing in the answer looks like it
 */
export function findResource(
  kind: Enveloped,
  { endpoint, body, asked }: Answered,
  findings: Findings
): WireRecord | null {
  const scored = placesIn(body).map((place) => ({
    ...place,
    score: scoreOf(kind, place.record, asked, findings),
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  const equals = scored.filter(({ score }) => score === best && best > 0)
  // Groups of a bill lie in objects of their own: the innermost object with all of them is the bill.
  const found = kind === "billing" ? equals.at(-1) : equals[0]
  if (found === undefined) {
    findings.doubt(`envelopes.${kind}`, `${endpoint}: nothing in the answer looks like a ${kind}`)
    return null
  }
  const where = found.path === "" ? "the answer itself" : `field ${found.path}`
  findings.proposeOneOf(`envelopes.${kind}`, found.path, `${endpoint}, ${where}`)
  return found.record
}

function scoreOf(kind: Enveloped, record: WireRecord, asked: string | undefined, findings: Findings): number {
  if (kind === "address") {
    const { address, chainFamily } = record
    if (isRecord(address)) return typeof address.address === "string" ? 3 : 0
    return typeof address === "string" && typeof chainFamily === "string" ? 2 : 0
  }
  if (kind === "billing") return fieldsIn(kind, record, findings)
  const leaves = asked === undefined ? [] : leavesOf(record)
  const requested = leaves.filter(({ path }) => idIn(record, path) === asked)
  const nearest = Math.max(0, ...requested.map(({ path }) => 1 / depthOf(path)))
  if (kind === "depositAction") return fieldsIn(kind, record, findings) + nearest
  const score = signsIn(kind, record) + nearest
  if (score > 0) return score
  return idCandidates(kind, [record], findings).some((path) => depthOf(path) === 1) ? 0.5 : 0
}

/** How many of our fields an object has, under any name. */
function fieldsIn(kind: "billing" | "depositAction", record: WireRecord, findings: Findings): number {
  const leaves = leavesOf(record)
  return wantedOf(kind, findings).filter(([, { names, fits }]) =>
    leaves.some(({ words, value }) => fits(value) && names.some((name) => wordsBeyond(name, words) !== null))
  ).length
}

import type { Environment } from "../asset"
import type { Assumptions, AssumptionsInput } from "../assumptions"
import type { Rail } from "../contract/wire"
import { recordCalls, type ProbedEndpoint, type ServiceAccess } from "./calls"
import {
  createInSandbox,
  findQuoteMemo,
  provokeByCreations,
  provokeByReads,
  resolveOwnDeposit,
} from "./creations"
import { Findings, type Proposal, type Remark } from "./findings"
import { findPaging } from "./paging"
import { checkReadable, findInReads, readEverything } from "./reads"
import { AMOUNT, note, type Run } from "./run"
import { findInvoiceEvents, findSignature, readWebhooks, type CapturedDelivery } from "./webhooks"
import { proposeByAnalogy } from "./words"

export type { ProbedEndpoint } from "./calls"
export type { Remark } from "./findings"
export { capturedDeliverySchema, type CapturedDelivery } from "./webhooks"

export type ProbeOptions = ServiceAccess & {
  environment: Environment
  /** Settings to compare with. @default the defaults */
  assumptions?: Assumptions
  /**
   * Creates one customer, address, intent and invoice, requests quotes, provokes refusals, and resolves a
   * deposit in review that was paid to a customer of an earlier run. Refused in `live`.
   *
   * @default false
   */
  isCreating?: boolean
  /** Webhooks as they arrived, and the secret they were signed with. */
  webhooks?: { captured: readonly CapturedDelivery[]; secret: string }
  /** Unique text for references and keys of this run, letters and digits. */
  runId: string
  /** Receives every call when it is done. @default nothing */
  onCall?: (call: ProbedEndpoint) => void
}

/** Holds names of fields, words of statuses and the address of a test payment, and nothing else of what the service sent. */
export type ProbeReport = {
  /** False when no call was answered at all. */
  isReached: boolean
  endpoints: ProbedEndpoint[]
  /** Settings that differ from those compared with. */
  proposals: Proposal[]
  /** What a person has to decide. */
  unknown: Remark[]
  /** Settings that are what the service does. */
  fits: string[]
  /** Settings that nothing showed. */
  notSeen: Remark[]
  /**
   * Where to pay, with `isCreating`: the next run resolves that deposit, to see what the service answers. Any
   * amount but that of the created intent goes to review.
   */
  testPayment: (Rail & { address: string; not: string }) | null
  /** The proposals as the plugin's option `assumptions`. */
  assumptions: AssumptionsInput
}

/**
 * Compares a service with the document: reads every list and resource, and proposes the settings under which
 * its answers can be read.
 *
 * Works on the answers as they are. Never guesses a word that would release an order. A hostile service
 * cannot make it fail: what cannot be read is reported.
 *
 * @throws GatewayError INVALID_REQUEST naming the option that cannot work
 * @throws RangeError for creations in `live`
 */
export async function probeService(options: ProbeOptions): Promise<ProbeReport> {
  const { runId, environment, isCreating, webhooks, onCall, assumptions, ...access } = options
  if (isCreating && environment !== "sandbox")
    throw new RangeError("the probe creates nothing in the live environment")
  const findings = new Findings(assumptions)
  const calls = recordCalls(access, onCall)
  const run: Run = { access, calls, findings, runId, rows: new Map(), records: new Map() }
  // Calls that try things out, or are meant to fail: how they end says nothing about the service.
  const trials = recordCalls(access)
  const trying = { ...run, calls: trials }
  const events = readWebhooks(webhooks?.captured ?? [], findings)
  // A service may show a withdrawal nowhere else.
  for (const { kind, name, record } of events)
    if (kind === "withdrawal") note(run, kind, `the event ${name}`, record)
  await readEverything(run)
  if (calls.isReached()) {
    if (isCreating) await createInSandbox(run)
    await findInReads(run, events)
    await provokeByReads(trying)
    await findPaging(trials, findings)
    if (isCreating) {
      await resolveOwnDeposit(run)
      await findQuoteMemo(trying)
      await provokeByCreations({ ...run, calls: trials })
    }
    proposeWaitHeader(new Set([...calls.waitHeaders, ...trials.waitHeaders]), findings)
    proposeByAnalogy(findings)
    checkReadable(run)
  }
  findInvoiceEvents(events, findings)
  const [delivery] = webhooks?.captured ?? []
  if (webhooks && delivery) findSignature(delivery, webhooks.secret, findings)
  else findings.miss("signature", "a captured webhook delivery and its secret")
  const { proposals, unknown, fits } = findings
  const { customer } = run
  return {
    ...{ isReached: calls.isReached(), endpoints: calls.endpoints, proposals, unknown, fits },
    notSeen: findings.notSeen.filter(
      ({ setting }) => !findings.isSettled(setting.replace("assumptions.", ""))
    ),
    testPayment:
      customer?.address === undefined ? null : { ...customer.rail, address: customer.address, not: AMOUNT },
    assumptions: findings.assumptions(),
  }
}

function proposeWaitHeader(seen: ReadonlySet<string>, findings: Findings): void {
  const setting = "rateLimit.retryHeaders"
  if (seen.size === 0) findings.miss(setting, "an answer 429 with the header that names the wait")
  else if (seen.has("retry-after")) findings.fit(setting)
  else findings.propose(setting, [...seen], "an answer 429 has this header")
}

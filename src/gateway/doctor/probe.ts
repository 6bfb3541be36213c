import type { Assumptions, AssumptionsInput } from "../assumptions"
import type { Rail } from "../contract/wire"
import { AMOUNT, createInSandbox, findQuoteMemo } from "./creations"
import { resolveOwnDeposit } from "./deposit-action"
import { checkReadable } from "./readable"
import { findInReads, readEverything } from "./reads"
import { proposeByAnalogy } from "./analogy"
import { createEvidence, type Evidence } from "./evidence"
import { Findings, type Proposal, type Remark } from "./findings"
import { findPaging } from "./find-paging"
import { findSignature, type CapturedDelivery } from "./find-signature"
import { findInvoiceEvents, readWebhooks } from "./find-webhooks"
import { provokeByCreations, provokeByReads } from "./provoked-refusals"
import { createRawCalls, type ProbedEndpoint, type ServiceAccess } from "./raw-calls"

export type ProbeOptions = ServiceAccess & {
  environment: "live" | "sandbox"
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
  if (options.isCreating && options.environment !== "sandbox")
    throw new RangeError("the probe creates nothing in the live environment")
  const { runId } = options
  const findings = new Findings(options.assumptions)
  const calls = createRawCalls(options, options.onCall)
  // Calls that try things out, or are meant to fail: how they end says nothing about the service.
  const trials = createRawCalls(options)
  const evidence = createEvidence(options.payoutApiKey !== undefined)
  const events = readWebhooks(options.webhooks?.captured ?? [], evidence, findings)
  await readEverything(calls, evidence)
  if (calls.isReached) {
    const parts = { calls, evidence, findings, runId }
    if (options.isCreating) await createInSandbox(parts)
    await findInReads(calls, evidence, findings)
    await provokeByReads(trials, runId, findings)
    if (options.isCreating) {
      await resolveOwnDeposit(parts)
      await findQuoteMemo({ ...parts, calls: trials })
      await provokeByCreations({ ...parts, calls: trials }, options)
    }
    await findPaging(trials, findings)
    proposeWaitHeader(new Set([...calls.waitHeaders, ...trials.waitHeaders]), findings)
    proposeByAnalogy(findings)
    checkReadable(calls, findings.settings())
  }
  findInvoiceEvents(events, findings)
  const [delivery] = options.webhooks?.captured ?? []
  if (options.webhooks && delivery) findSignature(delivery, options.webhooks.secret, findings)
  else findings.miss("signature", "a captured webhook delivery and its secret")
  const { proposals, unknown, fits, notSeen } = findings
  const isOpen = ({ setting }: Remark) => !fits.includes(setting) && findings.proposed(setting) === undefined
  return {
    isReached: calls.isReached,
    endpoints: calls.endpoints,
    ...{ proposals, unknown, fits, notSeen: notSeen.filter(isOpen) },
    testPayment: testPaymentOf(evidence),
    assumptions: findings.assumptions(),
  }
}

function testPaymentOf({ address }: Evidence): ProbeReport["testPayment"] {
  return address?.text === undefined ? null : { ...address.rail, address: address.text, not: AMOUNT }
}

function proposeWaitHeader(seen: ReadonlySet<string>, findings: Findings): void {
  const setting = "rateLimit.retryHeaders"
  if (seen.size === 0) return findings.miss(setting, "an answer 429 with the header that names the wait")
  if (seen.has("retry-after")) findings.fit(setting)
  else findings.propose(setting, [...seen], "an answer 429 has this header")
}

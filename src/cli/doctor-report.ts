import type { ProbedEndpoint, ProbeReport, Remark } from "../gateway/doctor"

/** @example callLine({ endpoint: "listTokens", ok: true, httpStatus: 200, reason: null }) // "  ok    200  listTokens\n" */
export function callLine({ endpoint, ok, httpStatus, reason }: ProbedEndpoint): string {
  const status = (httpStatus === null ? "-" : String(httpStatus)).padEnd(4)
  return `  ${ok ? "ok  " : "FAIL"}  ${status} ${endpoint}${reason === null ? "" : `: ${reason}`}\n`
}

/** The report for a person: endpoints, settings, what to decide, and the option to paste. */
export function reportText(report: ProbeReport): string {
  const { endpoints, proposals, unknown, notSeen, fits, testPayment, assumptions } = report
  const rows = proposals.map(
    ({ setting, value, because }) => `  ${setting} = ${JSON.stringify(value)}\n      ${because}\n`
  )
  return [
    section("Endpoints", endpoints.map(callLine)),
    section(`Settings that differ from the default: ${proposals.length}`, rows),
    section(`For you to decide: ${unknown.length}`, unknown.map(remarkLine)),
    section(`Not seen: ${notSeen.length}`, missingLines(notSeen)),
    `\nDefaults that fit: ${fits.length}\n`,
    testPayment === null ? "" : paymentText(testPayment),
    proposals.length === 0
      ? "\nNothing to set: what was seen agrees with the defaults.\n"
      : `\nOption of the plugin:\n\nassumptions: ${JSON.stringify(assumptions, null, 2)},\n`,
  ].join("")
}

function paymentText({ token, networkId, address, not }: NonNullable<ProbeReport["testPayment"]>): string {
  return (
    `\nTo see what an action on a deposit answers, pay any amount but ${not} ${token} on ${networkId} to\n` +
    `${address}, wait until the deposit is in review, and run --create again: it resolves that deposit.\n`
  )
}

function section(title: string, lines: readonly string[]): string {
  return lines.length === 0 ? "" : `\n${title}\n${lines.join("")}`
}

/** One line for all settings that the same thing would show. */
function missingLines(notSeen: readonly Remark[]): string[] {
  const reasons = [...new Set(notSeen.map(({ because }) => because))]
  return reasons.map((reason) => {
    const settings = notSeen.filter(({ because }) => because === reason).map(({ setting }) => setting)
    return `  Needs ${reason}:\n${settings.map((setting) => `      ${setting}\n`).join("")}`
  })
}

function remarkLine({ setting, because }: Remark): string {
  return `  ${setting}: ${because}\n`
}

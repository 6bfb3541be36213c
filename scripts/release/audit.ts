import { execFile } from "node:child_process"
import { resolve } from "node:path"
import { z } from "zod"

export type Audit = { kind: "checked"; advisories: string[] } | { kind: "unchecked"; reason: string }

const Report = z.object({ vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })) })
const Refusal = z.object({ message: z.string() })

const root = resolve(__dirname, "..", "..")
/** Peers are the store's to update; a registry that hangs is one that does not answer. */
const args = ["audit", "--json", "--omit=dev", "--omit=peer", "--fetch-retries=0", "--fetch-timeout=30000"]

/** Asks the registry for known vulnerabilities of the packages that a store installs with the plugin. */
export async function auditDependencies(): Promise<Audit> {
  // npm ends with 1 both for a vulnerability and for a registry that does not answer: its output tells which.
  const output = await new Promise<string>((done) =>
    execFile("npm", args, { cwd: root, timeout: 60_000 }, (_, stdout) => done(stdout))
  )
  return readAudit(output)
}

/** @param output of `npm audit --json` */
export function readAudit(output: string): Audit {
  const answer = parseJson(output)
  const report = Report.safeParse(answer)
  if (report.success) {
    const found = Object.entries(report.data.vulnerabilities)
    return { kind: "checked", advisories: found.map(([name, { severity }]) => `${name} (${severity})`) }
  }
  const refusal = Refusal.safeParse(answer)
  return {
    kind: "unchecked",
    reason: refusal.success ? refusal.data.message : "the registry did not answer",
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // npm was ended, or printed no report.
    return null
  }
}

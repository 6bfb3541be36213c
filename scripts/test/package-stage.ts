import { auditDependencies } from "../release/audit"
import { runJestStage } from "./jest-stage"
import { type StageResult, sumResults } from "./result"

/**
 * The tarball that would be published, and the advisories about what it depends on. A registry that does not answer is reported and
 * fails nothing.
 */
export async function runPackageStage(pattern: string | undefined): Promise<StageResult> {
  const tested = await runJestStage({ project: "package", pattern, workers: 1 })
  const audit = await auditDependencies()
  if (audit.kind === "unchecked") console.log(`NOT CHECKED: npm audit: ${audit.reason}`)
  if (audit.kind === "unchecked") return tested
  const failures = audit.advisories.map((advisory) => `npm audit: ${advisory}`)
  console.log(`${failures.length === 0 ? "ok" : "FAILED"}: npm audit`)
  const { passed, failed } = sumResults([
    tested,
    failures.length === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  ])
  return { ...tested, passed, failed, failures: [...(tested.failures ?? []), ...failures] }
}

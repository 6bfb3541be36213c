import { Heading } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainHealthCheck } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { HealthCheckRow } from "./health-check-row"

/** What needs attention first. */
const ORDER = { error: 0, warning: 1, ok: 2 } as const

/** Findings in two parts: what somebody has to do something about, and what is in order. */
export function HealthCheckList({ checks }: { checks: OnchainHealthCheck[] }) {
  const { t } = useTexts()
  const wrong = checks.filter(({ status }) => status !== "ok")
  const right = checks.filter(({ status }) => status === "ok")
  return (
    <>
      {wrong.length > 0 && (
        <Part
          title={t("health.attention", { count: wrong.length })}
          checks={[...wrong].sort((a, b) => ORDER[a.status] - ORDER[b.status])}
        />
      )}
      {right.length > 0 && <Part title={t("health.inOrder", { count: right.length })} checks={right} />}
    </>
  )
}

function Part({ title, checks }: { title: string; checks: OnchainHealthCheck[] }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <Heading level="h2" id={id} className="px-6 pt-4">
        {title}
      </Heading>
      <ul className="divide-y">
        {checks.map((check) => (
          <HealthCheckRow key={check.id} check={check} />
        ))}
      </ul>
    </section>
  )
}

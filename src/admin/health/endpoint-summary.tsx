import { StatusBadge, Text } from "@medusajs/ui"
import type { OnchainEndpointHealth } from "../../types/http"
import { Age } from "../ui/facts"
import { Muted, Part } from "../ui/prose"
import { useTexts, type Texts } from "../ui/texts"
import { health as words } from "./words"

/** A call of a later version is shown by its own name. */
export function endpointName(t: Texts["t"], name: string): string {
  return Object.hasOwn(words.health.endpoint, name) ? t(`health.endpoint.${name}`) : name
}

/** The calls that were ever made, those that fail first. */
export function EndpointSummary({ endpoints }: { endpoints: OnchainEndpointHealth[] }) {
  const { t } = useTexts()
  const made = endpoints.filter((one) => one.last_success_at !== null || one.last_failure_at !== null)
  return (
    <Part title={t("health.endpoints.title")} hint={t("health.endpoints.hint")}>
      <ul className="divide-y">
        {made
          .sort((a, b) => b.failures_in_row - a.failures_in_row)
          .map((one) => (
            <EndpointRow key={one.name} endpoint={one} />
          ))}
      </ul>
    </Part>
  )
}

function EndpointRow({ endpoint }: { endpoint: OnchainEndpointHealth }) {
  const { t } = useTexts()
  const { name, last_success_at, last_failure_at, failures_in_row: count, reason, setting } = endpoint
  return (
    <li className="flex flex-col items-start gap-2 py-3 sm:grid sm:grid-cols-[minmax(0,1fr)_168px_128px] sm:gap-4">
      <div className="min-w-0 max-w-full">
        <Text size="small" weight="plus">
          {endpointName(t, name)}
        </Text>
        {last_failure_at && (
          <Muted isSmall>
            {t("health.endpoints.failure")} <Age at={last_failure_at} />, {reason}
            {setting && ` (${setting})`}
          </Muted>
        )}
      </div>
      <Muted isSmall>
        {t("health.endpoints.success")}{" "}
        {last_success_at ? <Age at={last_success_at} /> : t("health.endpoints.never")}
      </Muted>
      <StatusBadge color={count > 0 ? "red" : "green"}>
        {count > 0 ? t("health.endpoints.failing", { count }) : t("health.endpoints.works")}
      </StatusBadge>
    </li>
  )
}

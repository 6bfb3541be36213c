import type { OnchainProviderAnswer } from "../../types/http"
import { Copyable } from "./facts"
import { Muted } from "./prose"
import { useTexts } from "./texts"

/** What the provider said when it refused. Foreign text stays text, in its own direction; the id is for the provider's support. */
export function ProviderAnswer({ answer }: { answer: OnchainProviderAnswer | null }) {
  const { t } = useTexts()
  if (answer === null) return null
  const { message, details, request_id: requestId } = answer
  return (
    <details className="min-w-0 max-w-full [overflow-wrap:anywhere]">
      <summary className="txt-compact-small-plus text-ui-fg-subtle cursor-pointer">
        {t("detail.provider")}
      </summary>
      <div className="txt-small text-ui-fg-base flex flex-col gap-y-2 pt-2">
        {message !== null && <p dir="auto">{message}</p>}
        {details.length > 0 && (
          <ul className="list-disc ps-4">
            {details.map((detail, index) => (
              <li key={index} dir="auto">
                {detail}
              </li>
            ))}
          </ul>
        )}
        {requestId !== null && (
          <div className="flex flex-wrap items-center gap-x-2">
            <Muted>{t("detail.requestId")}</Muted>
            <Copyable value={requestId} name={t("detail.requestId")} />
          </div>
        )}
      </div>
    </details>
  )
}

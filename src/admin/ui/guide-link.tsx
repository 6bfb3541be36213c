import { backendUrl } from "../lib/sdk"
import { useTexts } from "./texts"

/** The guides that ship with the plugin, one per screen, as files in docs/merchant. */
export type GuidePage =
  | "overview"
  | "payments"
  | "review"
  | "refunds"
  | "withdrawals"
  | "balances"
  | "setup"
  | "webhooks"
  | "billing"

/** Opens the guide of a screen, in the version that is installed. */
export function GuideLink({ page }: { page: GuidePage }) {
  const { t } = useTexts()
  return (
    <a
      href={`${backendUrl.replace(/\/$/, "")}/onchain/guides/${page}`}
      target="_blank"
      rel="noreferrer noopener"
      className="text-ui-fg-interactive-hover focus-visible:shadow-borders-focus whitespace-nowrap rounded-sm underline underline-offset-2 outline-none"
    >
      {t("list.guide")}
    </a>
  )
}

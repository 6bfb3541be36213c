import { clx } from "@medusajs/ui"
import type { OnchainEnvironmentResponse } from "../../types/http"
import { apiPath, useRead } from "./api"
import { useTexts } from "./texts"

/** Above each page and in each box of the plugin, so that nobody ships goods for a payment that is not real. */
export function SandboxBanner({ of }: { of: "page" | "box" }) {
  const { t } = useTexts()
  const { data } = useRead<OnchainEnvironmentResponse>(apiPath("environment"), { refreshMs: false })
  if (data?.environment !== "sandbox") return null
  return (
    <p
      className={clx(
        "bg-ui-tag-orange-bg text-ui-tag-orange-text txt-compact-small-plus px-6 py-2",
        of === "page" && "rounded-lg"
      )}
    >
      {t("attention.sandbox")}
    </p>
  )
}

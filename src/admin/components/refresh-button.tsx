import { ArrowPath } from "@medusajs/icons"
import { IconButton } from "@medusajs/ui"
import { useTexts } from "../hooks/use-texts"

/** Reads what is shown again. */
export function RefreshButton({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  const { t } = useTexts()
  const name = t("list.refresh")
  return (
    <IconButton
      size="small"
      className="shrink-0"
      aria-label={name}
      title={name}
      isLoading={isBusy}
      onClick={onRefresh}
    >
      <ArrowPath />
    </IconButton>
  )
}

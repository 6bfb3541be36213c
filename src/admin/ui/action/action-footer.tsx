import { Button } from "@medusajs/ui"
import { type PropsWithChildren, useId } from "react"
import { ActionMenu, type MenuAction } from "./action-menu"
import { FailureAlert } from "../failure"
import { Muted } from "../prose"

type ActionFooterProps = PropsWithChildren<{
  /** The one next step. Null where there is none. */
  primary: (MenuAction & { isBusy?: boolean }) | null
  others: MenuAction[]
  error: Error | null
}>

/** The footer of a drawer: one primary action, the rest behind "…". Children stand above the buttons. */
export function ActionFooter({ primary, others, error, children }: ActionFooterProps) {
  const id = useId()
  // A menu of one would only hide it.
  const [only, ...more] = others
  const single = primary === null && more.length === 0 ? only : undefined
  const shown = primary ?? single
  if (!shown && !error && others.length === 0) return null
  const reason = shown?.isDisabled && shown.reason ? shown.reason : null
  return (
    <div className="flex w-full flex-col gap-y-3">
      <FailureAlert error={error} />
      {children}
      {reason && (
        <div id={id}>
          <Muted>{reason}</Muted>
        </div>
      )}
      <div className="flex items-center justify-end gap-x-2">
        {!single && <ActionMenu groups={[others]} />}
        {shown && (
          <Button
            size="small"
            className="min-w-0"
            variant={single ? "secondary" : "primary"}
            disabled={shown.isDisabled}
            isLoading={primary?.isBusy}
            aria-describedby={reason ? id : undefined}
            onClick={shown.onSelect}
          >
            <span className="truncate" title={shown.label}>
              {shown.label}
            </span>
          </Button>
        )}
      </div>
    </div>
  )
}

import { EllipsisHorizontal } from "@medusajs/icons"
import { clx, DropdownMenu, IconButton } from "@medusajs/ui"
import { Fragment, type ReactNode } from "react"
import { useTexts } from "../texts"

export type MenuAction = {
  label: string
  icon?: ReactNode
  /** Why it cannot be used now; shown under its label. */
  reason?: string | null
  isDisabled?: boolean
  isDangerous?: boolean
  onSelect: () => void
}

type ActionMenuProps = {
  groups: MenuAction[][]
  /** What the actions are of, for a screen reader; where a page has several menus. */
  of?: string
}

/** Everything but the one primary action of a page or a drawer, behind "…". Groups are separated by a line. */
export function ActionMenu({ groups, of }: ActionMenuProps) {
  const { t } = useTexts()
  const shown = groups.filter((group) => group.length > 0)
  if (shown.length === 0) return null
  return (
    <DropdownMenu>
      <DropdownMenu.Trigger asChild>
        <IconButton
          size="small"
          type="button"
          variant="transparent"
          className="shrink-0"
          aria-label={of ? `${t("actions.more")}, ${of}` : t("actions.more")}
        >
          <EllipsisHorizontal />
        </IconButton>
      </DropdownMenu.Trigger>
      <DropdownMenu.Content align="end" className="max-w-[280px]">
        {shown.map((group, index) => (
          <Fragment key={group.map(({ label }) => label).join()}>
            {index > 0 && <DropdownMenu.Separator />}
            {group.map((action) => (
              <Item key={action.label} {...action} />
            ))}
          </Fragment>
        ))}
      </DropdownMenu.Content>
    </DropdownMenu>
  )
}

function Item({ label, icon, reason, isDisabled, isDangerous, onSelect }: MenuAction) {
  return (
    <DropdownMenu.Item
      disabled={isDisabled}
      onClick={(event) => {
        event.stopPropagation()
        onSelect()
      }}
      className={clx("gap-x-2 [&_svg]:shrink-0", isDangerous && "text-ui-fg-error")}
    >
      {icon}
      <span className="flex min-w-0 flex-col">
        {label}
        {isDisabled && reason && (
          <span className="txt-compact-xsmall text-ui-fg-subtle whitespace-normal">{reason}</span>
        )}
      </span>
    </DropdownMenu.Item>
  )
}

import { Drawer } from "@medusajs/ui"
import { useEffect, useState } from "react"
import { useFocusReturn } from "../../hooks/use-focus-return"
import { DepositDetail } from "./deposit-detail"

/** One deposit beside the list: everything that is known about it, and what can be done. */
export function DepositDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  const isOpen = id !== null
  const returnFocus = useFocusReturn(isOpen)
  // The drawer keeps its content while it slides away.
  const [lastId, setLastId] = useState(id)
  useEffect(() => {
    if (id !== null) setLastId(id)
  }, [id])
  const shownId = id ?? lastId
  return (
    <Drawer open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <Drawer.Content aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
        {shownId !== null && <DepositDetail key={shownId} id={shownId} />}
      </Drawer.Content>
    </Drawer>
  )
}

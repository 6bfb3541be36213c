import { Drawer } from "@medusajs/ui"
import { DepositDetail } from "./deposit-detail"

/** One deposit beside the list: everything that is known about it, and what can be done. */
export function DepositDrawer({ id, onClose }: { id: string | null; onClose: () => void }) {
  return (
    <Drawer open={id !== null} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Drawer.Content aria-describedby={undefined}>
        {id !== null && <DepositDetail key={id} id={id} />}
      </Drawer.Content>
    </Drawer>
  )
}

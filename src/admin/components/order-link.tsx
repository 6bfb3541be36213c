import { orderName } from "../naming/order-name"
import { useTexts } from "../hooks/use-texts"
import { TextLink } from "./text-link"

type OrderLinkProps = { order: { id: string; display_id: number | null }; className?: string }

/** An order by its number, as a link to it. */
export function OrderLink({ order, className }: OrderLinkProps) {
  const { t } = useTexts()
  return (
    <TextLink to={`/orders/${order.id}`} className={className}>
      {orderName(order, t)}
    </TextLink>
  )
}

import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { DestinationDetail } from "../../../components/destinations/destination-detail"
import { DestinationTable } from "../../../components/destinations/destination-table"
import { NewDestination } from "../../../components/destinations/new-destination"
import { PayoutsNotice } from "../../../components/payouts-notice"
import { SideDrawer } from "../../../components/side-drawer"
import { useOpenItem } from "../../../hooks/use-open-item"

/** Stands in the address for the form; no destination has it as its id. */
const NEW = "new"

/** Crypto payments > Destinations: the only addresses that money can be paid out to. */
const DestinationsPage = () => {
  const { openId, open, close } = useOpenItem("destination_id")
  return (
    <div className="flex flex-col">
      <PayoutsNotice />
      <Container className="flex flex-col overflow-hidden p-0">
        <DestinationTable onOpen={open} onNew={() => open(NEW)} />
        <SideDrawer id={openId} onClose={close}>
          {(id) =>
            id === NEW ? (
              <NewDestination onDone={open} onCancel={close} />
            ) : (
              <DestinationDetail key={id} id={id} />
            )
          }
        </SideDrawer>
      </Container>
    </div>
  )
}

export const config = defineRouteConfig({ label: "menu.destinations", translationNs: "onchain", rank: 5 })

export const handle = { breadcrumb: () => getI18n().t("menu.destinations", { ns: "onchain" }) }

export default DestinationsPage

import { ModuleProvider, Modules } from "@medusajs/framework/utils"
import { PeerProvider } from "./service"

export default ModuleProvider(Modules.PAYMENT, { services: [PeerProvider] })

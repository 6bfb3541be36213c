import { Module } from "@medusajs/framework/utils"
import { ChaosListener } from "./service"

export default Module("chaosListener", { service: ChaosListener })

import { allStoriesByDoctor } from "./stories-by-doctor"

allStoriesByDoctor("terse service")

// This module imports nothing of the simulator. Packages of others import it where it can be
// imported (`#if canImport(os)`), without depending on the modules of the simulator.
@_exported import Dispatch
@_exported import Glibc

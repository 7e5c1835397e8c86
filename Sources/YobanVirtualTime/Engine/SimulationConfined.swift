/// `Sendable`, because only one simulation uses the type. Conform with `@unchecked SimulationConfined`.
///
/// Of all threads of a simulation, only the holder of its baton runs (see `Worker`), and passing the baton orders
/// what they read and write. So nothing that belongs to a simulation, to its world or to one of its processes is used
/// by two threads at once. Code outside of the simulation may use it before the simulation runs and after it has
/// ended.
///
/// A type that other threads use meanwhile, such as those of the host, conforms to `Sendable` and says beside it
/// why this is safe.
public typealias SimulationConfined = Sendable

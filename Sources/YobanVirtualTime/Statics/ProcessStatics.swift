/// The values of one process's static and global variables.
///
/// When the process ends, the objects in them are not released: a process that is killed runs no
/// deinitializer. They stay in memory until the executable ends.
final class ProcessStatics {
  let modules: [ModuleStatics]
  private let values: [ModuleStatics.Values]
  private let simulation: UInt32

  /// Sets all variables to the values with which the executable began.
  init(_ modules: [ModuleStatics], in simulation: UInt32) {
    self.modules = modules
    self.simulation = simulation
    values = modules.map { $0.initialValues() }
  }

  /// The values outside of all simulations, for a process that has none of its own.
  init(outside module: ModuleStatics, in simulation: UInt32) {
    modules = [module]
    self.simulation = simulation
    values = [module.host]
  }

  /// Puts the values into the variables. Waits while another simulation runs code of the modules.
  /// Every simulation takes its modules in the order of their names, so none waits for another in a
  /// circle.
  func enter() {
    for (module, values) in zip(modules, values) { module.enter(with: values, of: simulation) }
  }

  func leave() {
    for module in modules { module.leave(simulation) }
  }

  func restoreHost() {
    for module in modules { module.restoreHost(after: simulation) }
  }
}

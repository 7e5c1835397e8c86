/// The values of one process's static and global variables.
///
/// When the process ends, the objects in them are not released: a process that is killed runs no
/// deinitializer. They stay in memory until the executable ends.
final class ProcessStatics {
  private(set) var modules: [ModuleStatics]
  private var values: [ModuleStatics.Values]
  private let simulation: UInt32

  /// Sets all variables to the values with which the executable began.
  init(_ modules: [ModuleStatics], in simulation: UInt32) {
    self.modules = modules
    self.simulation = simulation
    values = modules.map { $0.initialValues() }
  }

  /// No variables.
  init(in simulation: UInt32) {
    modules = []
    values = []
    self.simulation = simulation
  }

  func has(_ module: ModuleStatics) -> Bool { modules.contains { $0 === module } }

  /// Adds a module with the values outside of all simulations. Call it while the process has no turn. The
  /// variables of C libraries come last, as everywhere.
  func addValuesOutside(of module: ModuleStatics) {
    modules.append(module)
    values.append(module.host)
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

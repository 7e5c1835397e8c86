/// The access of a process to a service of its device, for the objects of the system's API that belong to the
/// process.
package struct ServiceHandle<Service: SystemService> {
  /// The service, for what the app reads of it.
  package let service: Service
  package let process: AppProcess
  /// The type of the API's object, such as `UNUserNotificationCenter`.
  private let owner: String

  /// - Parameters:
  ///   - service: that of the process's device.
  ///   - owner: the type of the API's object, for findings.
  package init(_ service: Service, of process: AppProcess, for owner: String) {
    (self.service, self.process, self.owner) = (service, process, owner)
  }

  /// Makes a call of the app to the service, unless the process has ended: an object of an ended launch does
  /// nothing, and a finding is reported.
  ///
  /// - Parameter call: the name of the function or property of the API's object.
  /// - Returns: nil if the process has ended.
  package func callAsFunction<Result, Failure: Error>(
    _ call: String, _ body: (Service) throws(Failure) -> Result
  ) throws(Failure) -> Result? {
    process.isAlive(for: "\(owner).\(call)") ? try body(service) : nil
  }

  /// Runs the body on the app's main queue.
  package func onMain(_ body: @escaping () -> Void) { process.process.onMain(body) }
}

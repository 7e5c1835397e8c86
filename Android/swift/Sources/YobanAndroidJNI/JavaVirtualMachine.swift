import CYobanJNI

/// The virtual machine that has loaded this library.
enum JavaVirtualMachine {
  /// Written once, in `JNI_OnLoad`, before Java can call a native method.
  nonisolated(unsafe) private static var pointer: UnsafeMutablePointer<JavaVM?>!

  static func loaded(_ machine: UnsafeMutablePointer<JavaVM?>) { pointer = machine }

  /// Runs code with the environment of this thread, and releases its local references afterward. A thread that Java
  /// does not know, such as one of Dispatch, is attached for this time.
  static func run<Result, Failure: Error>(
    _ body: (JavaEnvironment) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    if let environment = yoban_environment(pointer) {
      let environment = JavaEnvironment(pointer: environment)
      return try environment.frame { () throws(Failure) in try body(environment) }
    }
    var environment: UnsafeMutablePointer<JNIEnv?>?
    guard yoban_attach(pointer, &environment) == JNI_OK, let environment else {
      fatalError("The virtual machine has no memory for another thread.")
    }
    defer { _ = pointer.pointee!.pointee.DetachCurrentThread(pointer) }
    let attached = JavaEnvironment(pointer: environment)
    return try attached.frame { () throws(Failure) in try body(attached) }
  }
}

/// A reference that keeps a Java object, on any thread. Its release releases the object.
///
/// Sendable: immutable, and a global reference of JNI is valid on every thread.
final class JavaObject: @unchecked Sendable {
  let object: jobject

  init?(_ environment: JavaEnvironment, _ object: jobject?) {
    guard let object,
      let reference = environment.pointer.pointee!.pointee.NewGlobalRef(environment.pointer, object)
    else { return nil }
    self.object = reference
  }

  deinit {
    let object = object
    JavaVirtualMachine.run { environment in
      environment.pointer.pointee!.pointee.DeleteGlobalRef(environment.pointer, object)
    }
  }
}

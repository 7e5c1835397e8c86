import CYobanJNI
import YobanAndroid

/// The environment of a thread that is attached to the virtual machine. It is valid on this thread only, for as long
/// as the thread is attached.
///
/// Each call of Java checks for an exception and throws it as an `AndroidRefusal`. The objects that calls return are
/// local references: `frame` releases them.
struct JavaEnvironment {
  let pointer: UnsafeMutablePointer<JNIEnv?>

  /// Runs code and then releases the local references that it has made.
  func frame<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // Without memory for a frame the references stay until the thread returns to Java or is detached.
    let hasFrame = pointer.pointee!.pointee.PushLocalFrame(pointer, 16) == 0
    if !hasFrame { clearException() }
    defer { if hasFrame { _ = pointer.pointee!.pointee.PopLocalFrame(pointer, nil) } }
    return try body()
  }

  // MARK: Exceptions

  /// Throws the exception of the last call, if there is one.
  func check() throws(AndroidRefusal) {
    guard let exception = pointer.pointee!.pointee.ExceptionOccurred(pointer) else { return }
    clearException()
    let refusal = frame { describe(exception) }
    pointer.pointee!.pointee.DeleteLocalRef(pointer, exception)
    throw refusal
  }

  /// Ends the pending exception, if there is one.
  func clearException() { pointer.pointee!.pointee.ExceptionClear(pointer) }

  private func describe(_ exception: jobject) -> AndroidRefusal {
    let type = pointer.pointee!.pointee.GetObjectClass(pointer, exception)
    do throws(AndroidRefusal) {
      guard let type, let name = try text(type, "getName") else { return .unknown }
      // An exception may throw another one when it is asked for its message.
      return AndroidRefusal(className: name, message: try? text(exception, "getMessage"))
    } catch {
      return .unknown
    }
  }

  private func text(_ object: jobject, _ method: String) throws(AndroidRefusal) -> String? {
    try callObject(object, method, "()Ljava/lang/String;").map { text($0) }
  }

  // MARK: Classes

  /// - Parameter name: with slashes, such as `android/content/Intent`.
  func findClass(_ name: String) throws(AndroidRefusal) -> jclass {
    let found = pointer.pointee!.pointee.FindClass(pointer, name)
    try check()
    guard let found else { throw .missing(name) }
    return found
  }

  // MARK: Calls

  /// Finds a method of an object and calls it.
  private func invoke<Result>(
    _ object: jobject, _ name: String, _ signature: String, _ call: (jmethodID) -> Result
  ) throws(AndroidRefusal) -> Result {
    guard let type = pointer.pointee!.pointee.GetObjectClass(pointer, object) else {
      throw .missing(name)
    }
    defer { pointer.pointee!.pointee.DeleteLocalRef(pointer, type) }
    let method = pointer.pointee!.pointee.GetMethodID(pointer, type, name, signature)
    try check()
    guard let method else { throw .missing(name) }
    let result = call(method)
    try check()
    return result
  }

  func call(
    _ object: jobject, _ name: String, _ signature: String, _ arguments: jvalue...
  ) throws(AndroidRefusal) {
    try invoke(object, name, signature) {
      pointer.pointee!.pointee.CallVoidMethodA(pointer, object, $0, arguments)
    }
  }

  func callObject(
    _ object: jobject, _ name: String, _ signature: String, _ arguments: jvalue...
  ) throws(AndroidRefusal) -> jobject? {
    try invoke(object, name, signature) {
      pointer.pointee!.pointee.CallObjectMethodA(pointer, object, $0, arguments)
    }
  }

  func callInt(
    _ object: jobject, _ name: String, _ signature: String, _ arguments: jvalue...
  ) throws(AndroidRefusal) -> Int32 {
    try invoke(object, name, signature) {
      pointer.pointee!.pointee.CallIntMethodA(pointer, object, $0, arguments)
    }
  }

  func callBoolean(
    _ object: jobject, _ name: String, _ signature: String, _ arguments: jvalue...
  ) throws(AndroidRefusal) -> Bool {
    try invoke(object, name, signature) {
      pointer.pointee!.pointee.CallBooleanMethodA(pointer, object, $0, arguments) != 0
    }
  }

  func callStatic(
    _ type: jclass, _ name: String, _ signature: String, _ arguments: jvalue...
  ) throws(AndroidRefusal) {
    let method = pointer.pointee!.pointee.GetStaticMethodID(pointer, type, name, signature)
    try check()
    pointer.pointee!.pointee.CallStaticVoidMethodA(pointer, type, method, arguments)
    try check()
  }

  /// Creates an object.
  ///
  /// - Parameter signature: that of the constructor.
  func new(
    _ type: jclass, _ signature: String, _ arguments: jvalue...
  ) throws(AndroidRefusal) -> jobject {
    let method = pointer.pointee!.pointee.GetMethodID(pointer, type, "<init>", signature)
    try check()
    let object = pointer.pointee!.pointee.NewObjectA(pointer, type, method, arguments)
    try check()
    guard let object else { throw .missing("<init>") }
    return object
  }

  func staticInt(_ type: jclass, _ name: String) throws(AndroidRefusal) -> Int32 {
    let field = pointer.pointee!.pointee.GetStaticFieldID(pointer, type, name, "I")
    try check()
    return pointer.pointee!.pointee.GetStaticIntField(pointer, type, field)
  }

  func text(of object: jobject, field name: String) throws(AndroidRefusal) -> String? {
    guard let type = pointer.pointee!.pointee.GetObjectClass(pointer, object) else { return nil }
    let field = pointer.pointee!.pointee.GetFieldID(pointer, type, name, "Ljava/lang/String;")
    try check()
    return pointer.pointee!.pointee.GetObjectField(pointer, object, field).map { text($0) }
  }

  // MARK: Texts and arrays

  /// Creates a text. Java's own form of UTF-8 differs from the standard, so the text is passed in UTF-16.
  func string(_ text: String) throws(AndroidRefusal) -> jstring {
    let units = Array(text.utf16)
    let string = pointer.pointee!.pointee.NewString(pointer, units, jsize(units.count))
    try check()
    guard let string else { throw .missing("java.lang.String") }
    return string
  }

  func text(_ string: jstring) -> String {
    let count = pointer.pointee!.pointee.GetStringLength(pointer, string)
    var units = [UInt16](repeating: 0, count: Int(count))
    pointer.pointee!.pointee.GetStringRegion(pointer, string, 0, count, &units)
    return String(decoding: units, as: UTF16.self)
  }

  /// The texts of an array; an element that is null is an empty text.
  func texts(_ array: jobjectArray) throws(AndroidRefusal) -> [String] {
    let count = pointer.pointee!.pointee.GetArrayLength(pointer, array)
    var texts: [String] = []
    for index in 0..<count {
      let element = pointer.pointee!.pointee.GetObjectArrayElement(pointer, array, index)
      try check()
      texts.append(element.map { text($0) } ?? "")
      pointer.pointee!.pointee.DeleteLocalRef(pointer, element)
    }
    return texts
  }

  /// Creates an array of texts.
  func array(_ texts: [String]) throws(AndroidRefusal) -> jobjectArray {
    let type = try findClass("java/lang/String")
    let array = pointer.pointee!.pointee.NewObjectArray(pointer, jsize(texts.count), type, nil)
    try check()
    guard let array else { throw .missing("java.lang.String[]") }
    for (index, text) in texts.enumerated() {
      let element = try string(text)
      pointer.pointee!.pointee.SetObjectArrayElement(pointer, array, jsize(index), element)
      try check()
      pointer.pointee!.pointee.DeleteLocalRef(pointer, element)
    }
    return array
  }

  func longs(_ numbers: [Int64]) -> jlongArray? {
    guard let array = pointer.pointee!.pointee.NewLongArray(pointer, jsize(numbers.count)) else {
      return nil  // The exception is pending for the caller in Java.
    }
    // jlong is Int64 on every processor, under different names.
    let elements = numbers.map { jlong($0) }
    pointer.pointee!.pointee.SetLongArrayRegion(pointer, array, 0, jsize(elements.count), elements)
    return array
  }

  // MARK: Exceptions for Java

  /// Makes an exception that Java throws when the native method returns.
  ///
  /// - Parameter type: with slashes, such as `java/lang/IllegalStateException`.
  func raise(_ type: String, _ message: String) {
    frame {
      do throws(AndroidRefusal) {
        let type = try findClass(type)
        let exception = try new(
          type, "(Ljava/lang/String;)V", jvalue(l: try string(message)))
        _ = pointer.pointee!.pointee.Throw(pointer, exception)
      } catch {
        // There is no memory for the exception. The method returns a neutral value.
        NativeLog.write(.error, message)
      }
    }
  }
}

extension AndroidRefusal {
  /// An exception that cannot be described.
  fileprivate static let unknown = AndroidRefusal(
    className: "java.lang.Throwable", message: "The exception could not be described.")

  /// A class, method or object that Java did not find, without an exception.
  fileprivate static func missing(_ name: String) -> AndroidRefusal {
    AndroidRefusal(className: "java.lang.NoSuchMethodError", message: name)
  }
}

import CYobanJNI
import Foundation
import Synchronization
import Yoban
import YobanAndroid

// The native methods of `yoban.android.Native`. Java calls them on any thread; they run on the queue of the recorder.
// A method that needs an answer waits for it: code on that queue never waits for a thread of Java.

/// The class `yoban.android.Native`, and the classes that the system must be able to name. A thread that Java has not
/// made cannot find the classes of an app, so they are kept.
private struct AppClasses: Sendable {
  let native: JavaObject
  let service: JavaObject
  let jobService: JavaObject
}

private let appClasses = Mutex<AppClasses?>(nil)

@_cdecl("JNI_OnLoad")
public func JNI_OnLoad(
  _ machine: UnsafeMutablePointer<JavaVM?>, _ reserved: UnsafeMutableRawPointer?
) -> jint {
  JavaVirtualMachine.loaded(machine)
  do throws(AndroidRefusal) {
    let found = try JavaVirtualMachine.run { java throws(AndroidRefusal) in
      let native = JavaObject(java, try java.findClass("yoban/android/Native"))
      let service = JavaObject(java, try java.findClass("yoban/android/RecorderService"))
      let jobService = JavaObject(java, try java.findClass("yoban/android/RecorderJobService"))
      return native.flatMap { native in
        service.flatMap { service in
          jobService.map { AppClasses(native: native, service: service, jobService: $0) }
        }
      }
    }
    appClasses.withLock { $0 = found }
    return found == nil ? -1 : JNI_VERSION_1_6
  } catch {
    NativeLog.write(.error, "Classes of the library are missing: \(error)")
    return -1
  }
}

/// Runs code on the recorder's queue and waits for its result.
private func onRecorder<Result: Sendable>(
  _ body: @RecorderActor (RecorderEngine) throws -> Result
) rethrows -> Result {
  try RecorderActor.queue.sync {
    try RecorderActor.assumeIsolated { try body(RecorderEngine.shared) }
  }
}

/// Runs code on the recorder's queue later.
private func later(_ body: @escaping @RecorderActor @Sendable (RecorderEngine) -> Void) {
  RecorderActor.queue.async { RecorderActor.assumeIsolated { body(RecorderEngine.shared) } }
}

/// Runs code; what it throws becomes an exception of Java.
private func raising(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ body: () throws -> Void) {
  do {
    try body()
  } catch let error as RecorderSettings.Invalid {
    JavaEnvironment(pointer: pointer).raise(
      "java/lang/IllegalArgumentException", error.description)
  } catch {
    JavaEnvironment(pointer: pointer).raise("java/lang/IllegalStateException", "\(error)")
  }
}

/// Passes an event to Java.
private func report(_ kind: String, _ message: String, to native: JavaObject) {
  do throws(AndroidRefusal) {
    try JavaVirtualMachine.run { java throws(AndroidRefusal) in
      try java.callStatic(
        native.object, "onEvent", "(Ljava/lang/String;Ljava/lang/String;)V",
        jvalue(l: try java.string(kind)), jvalue(l: try java.string(message)))
    }
  } catch {
    NativeLog.write(.error, "An event could not be passed to Java: \(error)")
  }
}

// MARK: Calls of the app

@_cdecl("Java_yoban_android_Native_attach")
public func attach(
  _ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass, _ application: jobject
) {
  raising(pointer) {
    guard let classes = appClasses.withLock({ $0 }),
      let context = JavaObject(JavaEnvironment(pointer: pointer), application)
    else {
      throw AndroidRefusal(
        className: "java.lang.OutOfMemoryError", message: "There is no memory for the runtime.")
    }
    try onRecorder { engine in
      let system =
        try engine.system
        ?? JavaSystem(
          context: context, service: classes.service, jobService: classes.jobService)
      engine.open(on: system) { report($0, $1, to: classes.native) }
    }
  }
}

@_cdecl("Java_yoban_android_Native_start")
public func start(
  _ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass, _ configuration: jobjectArray
) {
  raising(pointer) {
    let fields = try JavaEnvironment(pointer: pointer).texts(configuration)
    let settings = try RecorderSettings(fields: fields)
    try onRecorder { try $0.start(settings) }
  }
}

@_cdecl("Java_yoban_android_Native_setCollector")
public func setCollector(
  _ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass, _ collector: jstring, _ token: jstring
) {
  let java = JavaEnvironment(pointer: pointer)
  let (collector, token) = (java.text(collector), java.text(token))
  raising(pointer) { try onRecorder { try $0.setCollector(collector, token: token) } }
}

@_cdecl("Java_yoban_android_Native_enroll")
public func enroll(
  _ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass, _ code: jstring
) {
  let code = JavaEnvironment(pointer: pointer).text(code)
  onRecorder { $0.enroll(code) }
}

@_cdecl("Java_yoban_android_Native_access")
public func access(
  _ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass
) -> jobjectArray? {
  var array: jobjectArray?
  raising(pointer) {
    array = try JavaEnvironment(pointer: pointer).array(onRecorder { try $0.access() })
  }
  return array
}

@_cdecl("Java_yoban_android_Native_stop")
public func stop(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) {
  onRecorder { $0.recording?.stop() }
}

@_cdecl("Java_yoban_android_Native_holdIfNeeded")
public func holdIfNeeded(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) {
  // A receiver may start the service only until it returns.
  onRecorder { $0.recording?.holdIfNeeded() }
}

@_cdecl("Java_yoban_android_Native_requeueQuarantined")
public func requeueQuarantined(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) {
  raising(pointer) { try onRecorder { try $0.recording?.requeueQuarantined() } }
}

@_cdecl("Java_yoban_android_Native_progress")
public func progress(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) -> jlongArray? {
  JavaEnvironment(pointer: pointer).longs(onRecorder { $0.progress })
}

// MARK: Calls of the system

@_cdecl("Java_yoban_android_Native_serviceStarted")
public func serviceStarted(
  _ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass, _ service: jobject
) -> jboolean {
  guard let service = JavaObject(JavaEnvironment(pointer: pointer), service) else { return 0 }
  return onRecorder { $0.serviceStarted(service) } ? 1 : 0
}

@_cdecl("Java_yoban_android_Native_serviceTimedOut")
public func serviceTimedOut(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) {
  later { $0.recording?.serviceTimedOut() }
}

@_cdecl("Java_yoban_android_Native_serviceDestroyed")
public func serviceDestroyed(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) {
  later { $0.recording?.serviceDestroyed() }
}

@_cdecl("Java_yoban_android_Native_networkAvailable")
public func networkAvailable(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) {
  later { $0.recording?.networkBecameAvailable() }
}

@_cdecl("Java_yoban_android_Native_jobStarted")
public func jobStarted(
  _ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass, _ service: jobject,
  _ parameters: jobject
) {
  let java = JavaEnvironment(pointer: pointer)
  guard let service = JavaObject(java, service), let parameters = JavaObject(java, parameters)
  else { return }
  later { engine in
    let finish = { @RecorderActor in
      do throws(AndroidRefusal) {
        try JavaVirtualMachine.run { java throws(AndroidRefusal) in
          try java.call(
            service.object, "jobFinished", "(Landroid/app/job/JobParameters;Z)V",
            jvalue(l: parameters.object), jvalue(z: 0))
        }
      } catch {
        NativeLog.write(.warning, "The job could not be ended: \(error)")
      }
    }
    guard let recording = engine.recording else { return finish() }
    recording.jobStarted(finish)
  }
}

@_cdecl("Java_yoban_android_Native_jobStopped")
public func jobStopped(_ pointer: UnsafeMutablePointer<JNIEnv?>, _ type: jclass) {
  later { $0.recording?.jobStopped() }
}

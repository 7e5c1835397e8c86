import CYobanVirtualTime
import Foundation

/// Creates an object of a class that is known only at run time, with its `init()`.
///
/// Apple's frameworks send `new` to a class named in Info.plist. Swift allows that only for
/// `required` initializers, which app code does not declare. This function therefore reads the
/// initializer from the vtable of the class. NSObject's own metadata shows which slot contains it.
///
/// - Parameter type: a class whose designated initializers include `init()`, declared or inherited.
public func makeObject(of type: NSObject.Type) -> NSObject {
  let table = unsafeBitCast(
    type as AnyObject.Type, to: UnsafePointer<UnsafeMutableRawPointer?>.self)
  let metadata = unsafeBitCast(type as AnyObject.Type, to: UnsafeMutableRawPointer.self)
  let object = vt_call_allocating_init(table[allocatingInitSlot]!, metadata)!
  return Unmanaged<NSObject>.fromOpaque(object).takeRetainedValue()
}

private let allocatingInitSlot: Int = {
  let initializer = vt_make_object_address()
  let table = unsafeBitCast(
    NSObject.self as AnyObject.Type, to: UnsafePointer<UnsafeMutableRawPointer?>.self)
  guard let initializer, let slot = (0..<64).first(where: { table[$0] == initializer }) else {
    preconditionFailure(
      "NSObject.init() is not in NSObject's vtable: this Foundation is laid out differently. "
        + LibraryNames.remedy)
  }
  return slot
}()

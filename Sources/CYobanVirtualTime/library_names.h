// The names in Swift's libraries that a simulation depends on, although no version of Swift
// promises them: mangled names of Swift functions, and private functions of C.
//
// `LibraryNames` in Swift checks before the first simulation runs that the libraries have all of
// them. To add a name, define its symbol and add a row; without both, `LIBRARY` does not compile.
#pragma once
#include "context.h"

#define ESSENTIALS "$s20FoundationEssentials"
#define CENTER ESSENTIALS "18NotificationCenterC0A0E"
#define CALENDAR ESSENTIALS "8CalendarV"
#define TIMER "$s10Foundation5TimerC"

#define SYMBOL_OF_default_notification_center ESSENTIALS "18NotificationCenterC7defaultACvgZ"
#define SYMBOL_OF_main_operation_queue "$s10Foundation14OperationQueueC4mainACvgZ"
#define SYMBOL_OF_standard_user_defaults "$s10Foundation12UserDefaultsC8standardACvgZ"
#define SYMBOL_OF_suite_of_user_defaults "$s10Foundation12UserDefaultsC9suiteNameACSgSSSg_tcfC"
#define SYMBOL_OF_user_defaults_class "$s10Foundation12UserDefaultsCN"
#define SYMBOL_OF_main_bundle "$s10Foundation6BundleC4mainACvgZ"
#define SYMBOL_OF_default_file_manager ESSENTIALS "11FileManagerC7defaultACvgZ"
#define SYMBOL_OF_file_manager_class ESSENTIALS "11FileManagerCN"
#define SYMBOL_OF_file_manager_urls \
  ESSENTIALS "11FileManagerC4urls3for2inSayAA3URLVGAC19SearchPathDirectoryO_AC0iJ10DomainMaskVtF"
#define SYMBOL_OF_add_observer CENTER "11addObserver7forName6object5queue" \
  "5usingAD16NSObjectProtocol_pAD14NSNotificationC0H0VSg_ypSgAD14OperationQueueCSgyAD0C0VYbctF"
#define SYMBOL_OF_add_observer_block CENTER "11addObserver7forName6object5queue" \
  "10usingBlockAD16NSObjectProtocol_pAD14NSNotificationC0H0VSg_ypSgAD14OperationQueueCSgyAD0C0VctF"
#define SYMBOL_OF_remove_observer CENTER "14removeObserveryyypF"
#define SYMBOL_OF_remove_observer_of_name \
  CENTER "14removeObserver_4name6objectyyp_AD14NSNotificationC4NameVSgypSgtF"
#define SYMBOL_OF_make_timer TIMER "12timeInterval7repeats5blockACSd_SbyACYbctcfC"
#define SYMBOL_OF_make_timer_at \
  TIMER "4fire8interval7repeats5blockAC0A10Essentials4DateV_SdSbyACYbctcfC"
#define SYMBOL_OF_write_data ESSENTIALS "4DataV5write2to7optionsyAA3URLV_AC14WritingOptionsVtKF"
#define SYMBOL_OF_current_calendar CALENDAR "7currentACvgZ"
#define SYMBOL_OF_autoupdating_calendar CALENDAR "19autoupdatingCurrentACvgZ"
#define SYMBOL_OF_make_calendar CALENDAR "10identifierA2C10IdentifierOh_tcfC"
#define SYMBOL_OF_preferred_languages ESSENTIALS "6LocaleV18preferredLanguagesSaySSGvgZ"
#define SYMBOL_OF_make_object "$s10Foundation8NSObjectCACycfC"
#define SYMBOL_OF__CFIsMainThread "_CFIsMainThread"
#define SYMBOL_OF__foundation_uuid_generate_random "_foundation_uuid_generate_random"
#define SYMBOL_OF_CFRunLoopAddTimer "CFRunLoopAddTimer"
#define SYMBOL_OF_CFRunLoopTimerSetNextFireDate "CFRunLoopTimerSetNextFireDate"
#define SYMBOL_OF_CFRunLoopRunInMode "CFRunLoopRunInMode"
#define SYMBOL_OF_CFTimeZoneCopySystem "CFTimeZoneCopySystem"
#define SYMBOL_OF_CFTimeZoneCopyDefault "CFTimeZoneCopyDefault"
#define SYMBOL_OF_CFLocaleCopyCurrent "CFLocaleCopyCurrent"
#define SYMBOL_OF_swift_task_immediate "swift_task_immediate"
#define SYMBOL_OF_hashing_parameters "_swift_stdlib_Hashing_parameters"

/// Each name, how a developer knows it, and where it is looked up. A name is searched behind this
/// executable (RTLD_NEXT) if the executable has a definition of its own.
#define LIBRARY_NAMES(NAME) \
  NAME(default_notification_center, "NotificationCenter.default", RTLD_NEXT) \
  NAME(main_operation_queue, "OperationQueue.main", RTLD_NEXT) \
  NAME(standard_user_defaults, "UserDefaults.standard", RTLD_NEXT) \
  NAME(suite_of_user_defaults, "UserDefaults.init(suiteName:)", RTLD_NEXT) \
  NAME(user_defaults_class, "UserDefaults (its metadata)", RTLD_DEFAULT) \
  NAME(main_bundle, "Bundle.main", RTLD_NEXT) \
  NAME(default_file_manager, "FileManager.default", RTLD_NEXT) \
  NAME(file_manager_class, "FileManager (its metadata)", RTLD_DEFAULT) \
  NAME(file_manager_urls, "FileManager.urls(for:in:)", RTLD_DEFAULT) \
  NAME(add_observer, "NotificationCenter.addObserver(forName:object:queue:using:)", RTLD_NEXT) \
  NAME(add_observer_block, "NotificationCenter.addObserver(forName:object:queue:usingBlock:)", \
       RTLD_NEXT) \
  NAME(remove_observer, "NotificationCenter.removeObserver(_:)", RTLD_NEXT) \
  NAME(remove_observer_of_name, "NotificationCenter.removeObserver(_:name:object:)", RTLD_NEXT) \
  NAME(make_timer, "Timer.init(timeInterval:repeats:block:)", RTLD_NEXT) \
  NAME(make_timer_at, "Timer.init(fire:interval:repeats:block:)", RTLD_NEXT) \
  NAME(write_data, "Data.write(to:options:)", RTLD_NEXT) \
  NAME(current_calendar, "Calendar.current", RTLD_NEXT) \
  NAME(autoupdating_calendar, "Calendar.autoupdatingCurrent", RTLD_NEXT) \
  NAME(make_calendar, "Calendar.init(identifier:)", RTLD_NEXT) \
  NAME(preferred_languages, "Locale.preferredLanguages", RTLD_NEXT) \
  NAME(make_object, "NSObject.init()", RTLD_NEXT) \
  NAME(_CFIsMainThread, "Thread.isMainThread", RTLD_NEXT) \
  NAME(_foundation_uuid_generate_random, "UUID.init()", RTLD_NEXT) \
  NAME(CFRunLoopAddTimer, "RunLoop.add(_:forMode:)", RTLD_NEXT) \
  NAME(CFRunLoopTimerSetNextFireDate, "Timer.fireDate", RTLD_NEXT) \
  NAME(CFRunLoopRunInMode, "RunLoop.run(mode:before:)", RTLD_NEXT) \
  NAME(CFTimeZoneCopySystem, "NSTimeZone.system", RTLD_NEXT) \
  NAME(CFTimeZoneCopyDefault, "NSTimeZone.default", RTLD_NEXT) \
  NAME(CFLocaleCopyCurrent, "NSLocale.current", RTLD_NEXT) \
  NAME(swift_task_immediate, "Task.immediate", RTLD_NEXT) \
  NAME(hashing_parameters, "the seeds of Hasher", RTLD_DEFAULT)

#define NAME(identifier, meaning, where) library_name_##identifier,
enum { LIBRARY_NAMES(NAME) LIBRARY_NAME_COUNT };
#undef NAME

/// Returns the address of the name with this number, or null. It is looked up once.
void *vt_library_address(int number);

#define LIBRARY_ADDRESS(identifier) vt_library_address(library_name_##identifier)
/// `LIBRARY(name)` is the library's own function, for the interposer that is called `name` in C.
#define LIBRARY(name) ((__typeof__(&name))LIBRARY_ADDRESS(name))
/// Gives the declaration of an interposer the symbol of the function that it replaces.
#define REPLACES(identifier) __asm__(SYMBOL_OF_##identifier)

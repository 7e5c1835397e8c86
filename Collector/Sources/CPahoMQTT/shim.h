#include <MQTTAsync.h>

// The initial values of the options are macros, which Swift does not import.

static inline MQTTAsync_connectOptions yoban_mqtt_connect_options(void) {
  MQTTAsync_connectOptions options = MQTTAsync_connectOptions_initializer;
  return options;
}

static inline MQTTAsync_SSLOptions yoban_mqtt_tls_options(void) {
  MQTTAsync_SSLOptions options = MQTTAsync_SSLOptions_initializer;
  return options;
}

static inline MQTTAsync_responseOptions yoban_mqtt_response_options(void) {
  MQTTAsync_responseOptions options = MQTTAsync_responseOptions_initializer;
  return options;
}

static inline MQTTAsync_disconnectOptions yoban_mqtt_disconnect_options(void) {
  MQTTAsync_disconnectOptions options = MQTTAsync_disconnectOptions_initializer;
  return options;
}

static inline MQTTAsync_init_options yoban_mqtt_init_options(void) {
  MQTTAsync_init_options options = MQTTAsync_init_options_initializer;
  return options;
}

#include "CLibwebsocketsShim.h"
